import {
  type Finding,
  GroupPart,
  type ListPart,
  maxValues,
  type Part,
} from "../../core/logic/part.ts";
import { textHash } from "../../core/logic/related.ts";
import type { Formula } from "../../core/solver/formula.ts";
import type { Condition, FilterNode, Group } from "../syntax/filter.ts";
import { valuesOf } from "../values/values.ts";
import { certainReadings, eachValue, isUnderstood } from "./certain-formula.ts";
import { canonicalText, isExact, positiveOf } from "./claim.ts";
import { canFlatten, isPerhapsConstant, isPlain } from "./groups.ts";

export type FilterPart = Part<FilterNode>;
export type FilterFinding = Finding<FilterNode>;

/** The parts of a filter. */
export function partOf(node: FilterNode): FilterPart {
  if (node.kind === "condition") return conditionPart(node);
  if (node.kind === "stray" || !isPlain(node) || node.items.length === 0) return unknown(node);
  const [only] = node.items;
  if (only && node.items.length === 1) return partOf(only);
  return new GroupPart(node, node.logical, membersOf(node).map(partOf));
}

/** The members of a group and of the groups that it can be joined with. Most groups have none of these. */
function membersOf(group: Group, parent = group): readonly FilterNode[] {
  const isJoined = (it: FilterNode) => it.kind === "group" && canFlatten(it, parent);
  if (!group.items.some(isJoined)) return group.items;
  return group.items.flatMap((it) =>
    it.kind === "group" && canFlatten(it, parent) ? membersOf(it, parent) : [it],
  );
}

/** A part that is invalid, or a hole of the host document. */
function unknown(node: FilterNode): FilterPart {
  return { node, logical: undefined, parts: [], isKnown: false, meanings: [], values: [] };
}

function conditionPart(condition: Condition): FilterPart {
  const name = condition.key?.value;
  if (name?.kind !== "string" || !isUnderstood(condition)) return unknown(condition);
  return new ConditionPart(condition, name.value);
}

const none: readonly FilterPart[] = [];

/** Its meaning is only read when it is asked for, because most conditions are not compared with others. */
class ConditionPart implements FilterPart {
  readonly logical = undefined;
  readonly parts = none;
  readonly isKnown = true;
  private read: readonly Formula[] | undefined;

  constructor(
    readonly node: Condition,
    readonly valueKey: string,
  ) {}

  get values(): readonly string[] {
    return [this.valueKey];
  }

  get isOpen(): boolean {
    return !isPerhapsConstant(this.node);
  }

  get exact(): FilterPart["exact"] {
    const { comparison, value } = this.node;
    const operand = value?.value;
    const isExcluded = comparison?.name === "!eq";
    if (operand?.kind !== "string" || (!isExcluded && comparison?.name !== "eq")) return undefined;
    // It is not documented whether comparisons are case-sensitive.
    return { text: operand.value.toLowerCase(), isExcluded };
  }

  get meanings(): readonly Formula[] {
    this.read ??= certainReadings(this.node, this.valueKey);
    return this.read;
  }

  get key(): string {
    const { comparison, value } = this.node;
    const { is, negated } = positiveOf(comparison?.name ?? "eq");
    const values = valuesOf(this.node);
    const written =
      values && values.length > 0 && values.every(isExact)
        ? JSON.stringify(values.map(String).sort())
        : value?.value && canonicalText(value.value);
    return `${negated ? "!" : ""}${this.valueKey} ${is === "eq" ? "in" : is} ${written}`;
  }

  get hash(): number {
    const { field, value } = this.node;
    const operand = value?.value;
    const items = operand?.kind === "array" ? operand.items : operand ? [operand] : [];
    let sum = 0;
    for (const it of items) {
      if (it.kind !== "string" && it.kind !== "number") continue;
      const one = field?.type === "string" ? textHash(String(it.value)) : Number(it.value);
      // Small integers need no memory.
      sum = (sum + one) | 0;
    }
    return sum;
  }

  get list(): ListPart | undefined {
    const { comparison, value } = this.node;
    const count = value?.value?.kind === "array" ? value.value.items.length : 0;
    return count >= 2 && count <= maxValues
      ? new ListedValues(this.node, comparison?.name === "!in")
      : undefined;
  }
}

class ListedValues implements ListPart {
  constructor(
    private readonly node: Condition,
    readonly isExcluding: boolean,
  ) {}

  get values(): ListPart["values"] {
    return (eachValue(this.node) ?? []).map((meanings, index) => ({ index, meanings }));
  }
}
