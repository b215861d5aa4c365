import type { LogCondition, LogTest, LogValue } from "../../core/log-test.ts";
import { writtenText } from "../../json/syntax/tree.ts";
import { longInteger } from "../../text/exact-integers.ts";
import type { Condition, Filter, FilterNode, Group } from "../syntax/filter.ts";
import { type Value, valuesOf } from "../values/values.ts";

/** Undefined for a filter that the service refuses, because a condition is invalid or does not fit its field. */
export function logTestOf(filter: Filter): LogTest | undefined {
  return filter.node && testOf(filter.node);
}

/** The same for a part of a filter. */
export function testOf(node: FilterNode): LogTest | undefined {
  switch (node.kind) {
    case "condition":
      return logConditionOf(node);
    case "group":
      return groupOf(node);
    case "stray":
      return undefined;
  }
}

function groupOf(group: Group): LogTest | undefined {
  const { start, end, logical } = group;
  if (!group.list || group.object.properties.length !== 1) return undefined;
  const parts: LogTest[] = [];
  for (const item of group.items) {
    const part = testOf(item);
    if (!part) return undefined;
    parts.push(part);
  }
  return { kind: "group", start, end, logical, parts };
}

export function logConditionOf(condition: Condition): LogCondition | undefined {
  const { start, end, comparison, field } = condition;
  const name = condition.key?.value;
  const values = valuesOf(condition);
  if (!values || !comparison || name?.kind !== "string") return undefined;
  const { name: operator } = comparison;
  return {
    kind: "condition",
    start,
    end,
    field: name.value,
    type: field?.type,
    operator,
    values: values.some(isRounded) ? exactValues(condition, values) : values,
  };
}

function isRounded(value: Value): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value);
}

/** Restores the digits of long integers from the source. Floats are not exact anyway. */
function exactValues({ value, field }: Condition, values: readonly Value[]): readonly LogValue[] {
  const operand = value?.value;
  const written = operand?.kind === "array" ? operand.items : [operand];
  return values.map((it, index) => {
    const one = written[index];
    if (!isRounded(it) || field?.type === "float") return it;
    const digits = one?.kind === "string" || one?.kind === "number" ? writtenText(one) : "";
    return longInteger(digits) ?? BigInt(it);
  });
}
