import { eachNode } from "../../syntax/children.ts";
import type { Comparison, Expression, Operand } from "../../syntax/tree.ts";
import { isEach, isOperand } from "../../syntax/types.ts";
import { readWildcard } from "../../syntax/wildcard.ts";
import { arePossible } from "../domains.ts";
import { testIn } from "../operand.ts";

/** Whether a single condition is valid, so that something can be concluded from it. */
export function isKnown(node: Expression): boolean {
  switch (node.kind) {
    case "comparison":
      return isOperand(node.right) || (node.left.type !== undefined && isKnownComparison(node));
    case "field":
      return node.definition?.pseudo === true || node.type?.kind === "Boolean";
    case "indexed":
      return node.type?.kind === "Boolean";
    case "call":
      if (!node.definition || !node.closed) return false;
      return (
        testIn(node) !== undefined || (node.type?.kind === "Boolean" && !node.args.some(isEach))
      );
    case "quantifier":
      return node.closed;
    default:
      return false;
  }
}

function isKnownComparison(comparison: Comparison): boolean {
  const { left, operator, right } = comparison;
  if (right.kind === "list" || right.kind === "regex") return true;
  switch (left.type?.kind) {
    case "Integer":
      if (operator.name === "bitwise_and") return right.kind === "integer";
      return arePossible(comparison);
    case "IP":
      return arePossible(comparison);
    case "String":
      if (right.kind === "set")
        return right.closed && right.items.every((it) => it.kind === "string");
      if (right.kind !== "string") return false;
      return !operator.name.endsWith("wildcard") || readWildcard(right.bytes).problems.length === 0;
    default:
      return false;
  }
}

/** Whether a condition compares a lowercase value with uppercase letters, or the other way round: another check reports it. */
export function isOfOtherCase(bare: Expression, operand: Operand | undefined): boolean {
  const other = operand?.kind === "call" ? otherCase[operand.name] : undefined;
  if (!other) return false;
  let isFound = false;
  eachNode(bare, (it) => {
    isFound ||= it.kind === "string" && other.test(it.value);
  });
  return isFound;
}

const otherCase: Readonly<Record<string, RegExp>> = { lower: /[A-Z]/, upper: /[a-z]/ };
