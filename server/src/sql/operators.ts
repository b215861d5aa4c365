import type { LogOperator } from "../core/log-test.ts";

const plain: Readonly<Partial<Record<LogOperator, string>>> = {
  eq: "=",
  "!eq": "<>",
  lt: "<",
  leq: "<=",
  gt: ">",
  geq: ">=",
};

/** Of an operator that compares with one value. */
export function plainOperator(operator: LogOperator): string {
  const found = plain[operator];
  if (!found) throw new Error(`'${operator}' is not a comparison`);
  return found;
}

/** The parentheses are for readers: NOT binds less than comparisons everywhere. */
export function negated(expression: string): string {
  return `NOT (${expression})`;
}
