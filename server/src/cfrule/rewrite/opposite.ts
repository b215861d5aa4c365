import { comparisonSpelt } from "../catalogue/operators.ts";
import { mayBeMissing } from "../logic/operand.ts";
import type { Comparison, Not } from "../syntax/tree.ts";

/** The comparison right behind a `not`. One in parentheses was put there to be read so. */
export function plainComparison({ operand }: Not): Comparison | undefined {
  return operand.kind === "comparison" ? operand : undefined;
}

/** The operator that says the opposite, in the same spelling. Undefined when it would not for some request. */
export function oppositeOf(
  { left, operator, right }: Comparison,
  text: string,
): string | undefined {
  const name = comparisonSpelt(operator.name)?.opposite;
  const opposite = name === undefined ? undefined : comparisonSpelt(name);
  if (!opposite || !left.type || right.kind === "missing" || right.kind === "stray")
    return undefined;
  if (mayBeMissing(left)) return undefined;
  // Addresses of two families are in no order, so for them neither of two orders holds.
  if (left.type.kind === "IP" && operator.name !== "eq" && operator.name !== "ne") return undefined;
  const english = text.slice(operator.start, operator.end) === operator.name;
  return english ? opposite.name : opposite.symbols[0];
}
