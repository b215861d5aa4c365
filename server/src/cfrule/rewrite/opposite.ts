import { comparisonBySpelling } from "../catalog/operators.ts";
import { mayBeMissing } from "../logic/operand.ts";
import type { Comparison, Not } from "../syntax/tree.ts";
import { isOperand } from "../syntax/types.ts";

/** The comparison directly after a `not`. Parentheses are considered intentional. */
export function plainComparison({ operand }: Not): Comparison | undefined {
  return operand.kind === "comparison" ? operand : undefined;
}

/** The opposite operator in the same spelling. Undefined if it differs for some request. */
export function oppositeOf(
  { left, operator, right }: Comparison,
  text: string,
): string | undefined {
  const name = comparisonBySpelling(operator.name)?.opposite;
  const opposite = name === undefined ? undefined : comparisonBySpelling(name);
  if (!opposite || !left.type || right.kind === "missing" || right.kind === "stray")
    return undefined;
  if (mayBeMissing(left) || (isOperand(right) && mayBeMissing(right))) return undefined;
  // Addresses of different families are not ordered, so both comparisons are false.
  if (left.type.kind === "IP" && operator.name !== "eq" && operator.name !== "ne") return undefined;
  const english = text.slice(operator.start, operator.end) === operator.name;
  return english ? opposite.name : opposite.symbols[0];
}
