/** The required form of account-level rules. */
import type { Comparison, Expression, Node } from "./syntax/tree.ts";

export const enterprise = "ENT";

/** The test at the end of an account-level rule, because only Enterprise zones support them. */
export const planTest = `cf.zone.plan eq "${enterprise}"`;

/** Whether these are the parentheses that the service requires before the plan test. */
export function isBeforePlanTest(node: Node, around: Node | undefined): boolean {
  if (around?.kind !== "logical" || around.name !== "and") return false;
  const last = around.operands[around.operands.length - 1];
  return last !== undefined && last !== node && isPlanTest(last);
}

/** Whether the expression ends with the plan test in a top-level `and`. */
export function endsWithPlanTest(expression: Expression): boolean {
  if (expression.kind === "group") return endsWithPlanTest(expression.inner);
  if (expression.kind === "logical" && expression.name === "and") {
    const last = expression.operands[expression.operands.length - 1];
    return last !== undefined && endsWithPlanTest(last);
  }
  return isPlanTest(expression);
}

/** Whether this is the plan test. */
export function isPlanTest(node: Node): node is Comparison {
  if (node.kind !== "comparison") return false;
  const { left, operator, right } = node;
  if (left.kind !== "field" || left.name !== "cf.zone.plan") return false;
  return operator.name === "eq" && right.kind === "string" && isEnterprise(right.value);
}

/** Whether the Enterprise plan is meant, in any spelling. */
export function isEnterprise(value: string): boolean {
  return /^ent(?:erprise)?$/i.test(value);
}
