import type { LogOperator } from "../core/log-test.ts";

const plain: Readonly<Partial<Record<LogOperator, string>>> = {
  eq: "=",
  "!eq": "<>",
  lt: "<",
  leq: "<=",
  gt: ">",
  geq: ">=",
};

/** The SQL operator for an operator with a single value. */
export function plainOperator(operator: LogOperator): string {
  const found = plain[operator];
  if (!found) throw new Error(`'${operator}' is not a comparison`);
  return found;
}

/** The parentheses are only for readability: NOT has lower precedence than comparisons in all dialects. */
export function negate(expression: string): string {
  return `NOT (${expression})`;
}
