/** What the rules of an account look like, which the service takes only in one form. */
import type { Comparison, Expression, Node } from "./syntax/tree.ts";

export const enterprise = "ENT";

/** The test that a rule of an account ends with, since only zones on the Enterprise plan have such rules. */
export const planTest = `cf.zone.plan eq "${enterprise}"`;

/** Whether the parentheses hold the conditions that the service wants to see in parentheses, before the test of the plan. */
export function isBeforePlanTest(node: Node, around: Node | undefined): boolean {
  if (around?.kind !== "logical" || around.name !== "and") return false;
  const last = around.operands[around.operands.length - 1];
  return last !== undefined && last !== node && isPlanTest(last);
}

/** Whether the expression ends with the test of the plan, beside which everything else only narrows it. */
export function endsWithPlanTest(expression: Expression): boolean {
  if (expression.kind === "group") return endsWithPlanTest(expression.inner);
  if (expression.kind === "logical" && expression.name === "and") {
    const last = expression.operands[expression.operands.length - 1];
    return last !== undefined && endsWithPlanTest(last);
  }
  return isPlanTest(expression);
}

/** Whether this is the test itself. */
export function isPlanTest(node: Node): node is Comparison {
  if (node.kind !== "comparison") return false;
  const { left, operator, right } = node;
  if (left.kind !== "field" || left.name !== "cf.zone.plan") return false;
  return operator.name === "eq" && right.kind === "string" && isEnterprise(right.value);
}

/** Whether the Enterprise plan is meant. Its one right spelling is asked for elsewhere. */
export function isEnterprise(value: string): boolean {
  return /^ent(?:erprise)?$/i.test(value);
}
