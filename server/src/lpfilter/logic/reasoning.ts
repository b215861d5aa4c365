import { note, type Reach } from "../../core/logic/facts.ts";
import type { Truth } from "../../core/logic/part.ts";
import { Reasoning, type Tally } from "../../core/logic/reasoning.ts";
import { isUnseen } from "../../json/syntax/tree.ts";
import type { Field } from "../catalogue/dataset.ts";
import type { Condition, Filter, FilterNode, Group, LogicalOperator } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";
import { canFlatten, FilterEntry, isPlain, isWhole, keyOf, ownTruth } from "./entry.ts";
import { type Chain, type Member, noFacts } from "./facts.ts";

export class FilterReasoning extends Reasoning<Member, FilterEntry, Field | string, Group> {
  readonly facts;
  /** Style facts are reported only without structural errors. */
  private readonly tidy: boolean;

  constructor(filter: Filter) {
    const facts = noFacts();
    super(facts);
    this.facts = facts;
    this.tidy = filter.nested.length === 0 && filter.aside.length === 0;
    if (filter.node) this.visit(filter.node, { never: true, always: true });
  }

  private visit(node: FilterNode, reach: Reach): Truth | undefined {
    if (node.kind === "condition") {
      const truth = isWhole(node) ? ownTruth(node) : undefined;
      if (truth) this.alone(truth, { condition: node, group: undefined, home: undefined }, reach);
      return truth;
    }
    if (node.kind === "stray" || !isPlain(node)) return undefined;
    const [only] = node.items;
    if (!only) return undefined;
    if (node.items.length > 1) return this.enterHome(node, reach);
    this.nesting(node, "single");
    return this.visit(only, reach);
  }

  protected lookInside(group: Group, reach: Reach): Truth | undefined {
    return this.visit(group, reach);
  }

  protected enterParts(home: Group, tally: Tally<Group>): void {
    this.enterAll(home, home, tally);
  }

  private enterAll(group: Group, home: Group, tally: Tally<Group>): void {
    for (const item of group.items) {
      if (item.kind === "group" && canFlatten(item, home)) {
        if (item.items.length === 1) this.nesting(item, "single");
        else if (item.logical === group.logical) this.nesting(item, "nested");
        this.enterAll(item, home, tally);
        continue;
      }
      tally.parts++;
      if (item.kind === "condition") {
        if (isWhole(item)) this.enterCondition(item, group, home, tally);
      } else if (item.kind === "group") {
        tally.inner ??= [];
        tally.inner.push(item);
      }
    }
  }

  private enterCondition(
    condition: Condition,
    group: Group,
    home: Group,
    tally: Tally<Group>,
  ): void {
    const truth = ownTruth(condition);
    if (truth) {
      tally[truth]++;
      this.alone(truth, { condition, group, home }, tally.reach);
    } else this.enter(keyOf(condition), new FilterEntry(condition, group, home), tally);
  }

  private alone(truth: Truth, member: Member, reach: Reach): void {
    const { home } = member;
    const decides = !home || (home.logical === "and") === (truth === "never");
    const whole = decides && reach[truth] ? truth : undefined;
    note(this.facts.verdicts, { truth, members: [member], home, whole });
  }

  protected override repeats(entry: FilterEntry, other: FilterEntry): boolean {
    const isSame = entry.condition.comparison === other.condition.comparison;
    return isSame && super.repeats(entry, other);
  }

  /** Reports conditions of one group that can be merged into one `in` or `!in`. */
  protected compatible(entries: readonly FilterEntry[], { logical }: Group): void {
    const type = entries[0]?.condition.field?.type;
    if (!this.tidy || (type !== "string" && type !== "int")) return;
    const listable = entries.filter(
      (it) => chained[logical].has(it.condition.comparison?.name ?? "") && valuesOf(it.condition),
    );
    const [first, second, ...rest] = listable.filter((it) => it.group === listable[0]?.group);
    if (!first || !second) return;
    const operator: Chain["operator"] = logical === "or" ? "in" : "!in";
    note(this.facts.chains, { operator, members: [first, second, ...rest] });
  }

  private nesting(group: Group, reason: "single" | "nested"): void {
    if (this.tidy && !isUnseen(group.list)) note(this.facts.nestings, { group, reason });
  }
}

const chained: Readonly<Record<LogicalOperator, ReadonlySet<string>>> = {
  or: new Set(["eq", "in"]),
  and: new Set(["!eq", "!in"]),
};
