import { maxInteger, minInteger } from "../catalogue/limits.ts";
import type { Comparison, Expression, Operand, SetItem, SetLiteral } from "../syntax/tree.ts";

/** Whether it is obvious that a single condition is true of some values and false of others. A regex is not read. */
export function isOpenCondition(bare: Expression): boolean {
  switch (bare.kind) {
    case "comparison":
      return isOpenComparison(bare);
    case "field":
      return !bare.definition?.pseudo;
    case "call":
      return bare.args.every((it) => it.kind !== "string" || it.value !== "");
    default:
      return true;
  }
}

function isOpenComparison({ left, operator, right }: Comparison): boolean {
  switch (right.kind) {
    case "string":
      return right.bytes !== "" && !(right.bytes === "*" && operator.name.endsWith("wildcard"));
    case "integer":
      return operator.name === "bitwise_and" || isInside(right.value, left);
    case "address":
      return operator.name === "eq" || operator.name === "ne";
    case "set":
      return isOpenSet(right, left);
    default:
      return true;
  }
}

/** Whether an operand can be less and greater than a number. */
function isInside(value: bigint, operand: Operand): boolean {
  if (operand.kind === "call" && operand.name === "len") return value > 0n && value < maxInteger;
  const { range, constant } = (operand.kind === "field" && operand.definition) || {};
  if (constant !== undefined) return false;
  const [first, last] = range ?? [minInteger, maxInteger];
  return value > first && value < last;
}

/** Networks this small can never cover all addresses. */
const leastBits = 24;

function isOpenSet({ items }: SetLiteral, left: Operand): boolean {
  const [first] = items;
  if (!first || items.some((it) => it.kind === "range")) return false;
  if (items.some((it) => it.kind === "network" && it.bits < leastBits) && !areOfOneFamily(items))
    return false;
  return first.kind !== "integer" || isInside(first.value, left);
}

/** Addresses of one family are never all addresses. */
function areOfOneFamily(items: readonly SetItem[]): boolean {
  const [first] = items;
  return items.every(
    (it) => "family" in it && first && "family" in first && it.family === first.family,
  );
}
