import { isUnseen } from "../../json/syntax/tree.ts";
import type { Field } from "../catalogue/dataset.ts";
import {
  type Condition,
  type Filter,
  type FilterNode,
  type Group,
  type LogicalOperator,
  otherLogical,
} from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";
import {
  claimIn,
  contradiction,
  type Entry,
  isPlain,
  isWhole,
  joins,
  keyOf,
  ownTruth,
} from "./entry.ts";
import { type Chain, noFacts, type Truth, type Verdict } from "./facts.ts";
import { excludes, implies, weigh } from "./relation.ts";

/** Limit of conditions on one field that are compared with each other; a valid filter does not have more in total. */
const mostCompared = 30;

/** Values and letters that are looked at in all comparisons together, so that a hostile text costs no more than others. */
const mostEffort = 300_000;

/** Limit per kind of fact, so that facts do not crowd out errors. */
const mostFacts = 100;

/**
 * Walks a filter once. Inside an `and`, everything listed holds wherever its parts matter; inside an `or`, nothing
 * listed does, since one that held would have decided already. So an `or` is read as an `and` of opposites, and what
 * is known further out stays known further in. A field that occurs once on its way costs one look-up.
 */
export class Reasoning {
  readonly facts = noFacts();
  private readonly known = new Map<Field | string, OnField>();
  /** The fields of the conditions entered so far, to undo them in reverse order. */
  private readonly trail: OnField[] = [];
  private effort = 0;
  /** Style facts are reported only without structural errors. */
  private readonly tidy: boolean;

  constructor(filter: Filter) {
    this.tidy = filter.nested.length === 0 && filter.aside.length === 0;
    if (filter.node) this.visit(filter.node, { never: true, always: true });
  }

  private visit(node: FilterNode, reach: Reach): Truth | undefined {
    if (node.kind === "condition") return this.alone(node, reach);
    if (node.kind === "stray" || !isPlain(node)) return undefined;
    const [only] = node.items;
    if (!only) return undefined;
    if (node.items.length > 1) return this.enterHome(node, reach);
    this.nesting(node, "single");
    return this.visit(only, reach);
  }

  private alone(condition: Condition, reach: Reach): Truth | undefined {
    const truth = isWhole(condition) ? ownTruth(condition) : undefined;
    if (truth) {
      const member = { condition, group: undefined, home: undefined };
      this.verdict({ truth, members: [member], home: undefined, whole: reach[truth] });
    }
    return truth;
  }

  private enterHome(home: Group, reach: Reach): Truth | undefined {
    const mark = this.trail.length;
    const tally: Tally = { parts: 0, never: 0, always: 0, reach };
    this.enterAll(home, home, tally);
    for (let i = mark; i < this.trail.length; i++) this.settle(this.trail[i], home, tally);
    this.descend(home, home, tally);
    while (this.trail.length > mark) this.trail.pop()?.entries.pop();
    return this.truthOf(home, tally);
  }

  private enterAll(group: Group, home: Group, tally: Tally): void {
    for (const item of group.items) {
      if (item.kind === "group" && joins(item, home)) {
        if (item.items.length === 1) this.nesting(item, "single");
        else if (item.logical === group.logical) this.nesting(item, "nested");
        this.enterAll(item, home, tally);
        continue;
      }
      tally.parts++;
      if (item.kind === "condition" && isWhole(item)) this.enter(item, group, home, tally);
    }
  }

  private descend(group: Group, home: Group, tally: Tally): void {
    const inside = reachInside(home.logical, tally.reach);
    for (const item of group.items) {
      if (item.kind !== "group") continue;
      if (joins(item, home)) {
        this.descend(item, home, tally);
      } else {
        const truth = this.visit(item, inside);
        if (truth) tally[truth]++;
      }
    }
  }

  private enter(condition: Condition, group: Group, home: Group, tally: Tally): void {
    const entry: Entry = { condition, group, home, claim: undefined, spent: false };
    const truth = ownTruth(condition);
    if (truth) {
      tally[truth]++;
      const whole = truth === decisive(home.logical) && tally.reach[truth];
      this.verdict({ truth, members: [entry], home, whole });
      return;
    }
    const key = keyOf(condition);
    let onField = this.known.get(key);
    if (onField) {
      const { entries } = onField;
      if (entries.length > 0 && entries.length <= mostCompared) {
        this.compare(entry, onField, tally);
      }
      onField.fresh = true;
      entries.push(entry);
    } else {
      // Most fields occur once.
      onField = { entries: [entry], conflict: undefined, fresh: true };
      this.known.set(key, onField);
    }
    this.trail.push(onField);
  }

  /** Marks the entry as spent if it adds no new information. */
  private compare(entry: Entry, onField: OnField, tally: Tally): void {
    const claim = claimIn(entry);
    if (!claim || onField.conflict === entry.home || this.effort > mostEffort) {
      entry.spent = true;
      return;
    }
    for (const other of onField.entries) {
      const said = other.spent ? undefined : claimIn(other);
      if (!said) continue;
      this.effort += weigh(claim) + weigh(said);
      const beside = other.home === entry.home;
      if (excludes(said, claim)) {
        entry.spent = true;
        if (beside) this.together([other, entry], onField, tally);
        else this.settled(entry, other, decisive(entry.home.logical), tally);
        return;
      }
      if (implies(said, claim)) {
        entry.spent = true;
        if (!beside) {
          this.settled(entry, other, decisive(otherLogical(entry.home.logical)), tally);
        } else {
          const repeated = sameOperator(entry, other) && implies(claim, said);
          note(this.facts[repeated ? "repeated" : "implied"], { member: entry, beside: other });
        }
        return;
      }
      if (beside && implies(claim, said)) {
        other.spent = true;
        note(this.facts.implied, { member: other, beside: entry });
      }
    }
  }

  private together(members: readonly Entry[], onField: OnField, tally: Tally): void {
    const home = members[0]?.home;
    if (!home) return;
    const truth = decisive(home.logical);
    onField.conflict = home;
    tally[truth]++;
    this.verdict({ truth, members, home, whole: tally.reach[truth] });
  }

  private settled(member: Entry, by: Entry, truth: Truth, tally: Tally): void {
    tally[truth]++;
    note(this.facts.settled, { truth, member, by });
  }

  /** Compares all conditions on one field of a home, once all are known. */
  private settle(onField: OnField | undefined, home: Group, tally: Tally): void {
    if (!onField?.fresh) return;
    onField.fresh = false;
    const conflicted = onField.conflict === home;
    onField.conflict = undefined;
    if (conflicted || onField.entries.length < 2) return;
    const entries = onField.entries.filter((it) => it.home === home && !it.spent);
    if (entries.length > 2 && entries.length <= mostCompared) {
      const core = contradiction(entries);
      if (core) {
        this.together(core, onField, tally);
        onField.conflict = undefined;
        return;
      }
    }
    if (this.tidy && entries.length > 1) this.chain(entries, home.logical);
  }

  private chain(entries: readonly Entry[], logical: LogicalOperator): void {
    const type = entries[0]?.condition.field?.type;
    if (type !== "string" && type !== "int") return;
    const listable = entries.filter(
      (it) => chained[logical].has(it.condition.comparison?.name ?? "") && valuesOf(it.condition),
    );
    const [first, second, ...rest] = listable.filter((it) => it.group === listable[0]?.group);
    if (!first || !second) return;
    const operator: Chain["operator"] = logical === "or" ? "in" : "!in";
    note(this.facts.chains, { operator, members: [first, second, ...rest] });
  }

  private truthOf(home: Group, tally: Tally): Truth | undefined {
    const sole = decisive(home.logical);
    if (tally[sole] > 0) return sole;
    const all = decisive(otherLogical(home.logical));
    if (tally.parts === 0 || tally[all] < tally.parts) return undefined;
    this.verdict({ truth: all, members: [], home, whole: tally.reach[all] });
    return all;
  }

  private nesting(group: Group, reason: "single" | "nested"): void {
    if (this.tidy && !isUnseen(group.list)) note(this.facts.nestings, { group, reason });
  }

  private verdict(verdict: Verdict): void {
    note(this.facts.verdicts, verdict);
  }
}

/** The conditions on one field that are known at the place of the walk, from the outermost in. */
interface OnField {
  readonly entries: Entry[];
  /** The home in which they contradict each other, to report it once. */
  conflict: Group | undefined;
  fresh: boolean;
}

/** Whether a truth about a part decides the whole filter. */
type Reach = Readonly<Record<Truth, boolean>>;

/** Counts the decided parts of a home. */
interface Tally extends Record<Truth, number> {
  parts: number;
  readonly reach: Reach;
}

const chained: Readonly<Record<LogicalOperator, ReadonlySet<string>>> = {
  or: new Set(["eq", "in"]),
  and: new Set(["!eq", "!in"]),
};

/** The truth of one part that decides the whole home. */
function decisive(logical: LogicalOperator): Truth {
  return logical === "and" ? "never" : "always";
}

function reachInside(logical: LogicalOperator, reach: Reach): Reach {
  return logical === "and"
    ? { never: reach.never, always: false }
    : { never: false, always: reach.always };
}

function sameOperator(a: Entry, b: Entry): boolean {
  return a.condition.comparison === b.condition.comparison;
}

function note<Fact>(list: Fact[], fact: Fact): void {
  if (list.length < mostFacts) list.push(fact);
}
