import { isObviouslyOpen } from "../../regex/widths.ts";
import { eachNode } from "../../syntax/children.ts";
import { regexOf } from "../../syntax/literals/patterns.ts";
import type { Expression, Operand } from "../../syntax/tree.ts";
import { isEach, isOperand } from "../../syntax/types.ts";
import { isPlainWildcard, readWildcard } from "../../syntax/wildcard.ts";
import { caseOf, inCase } from "../../values/operand-facts.ts";
import { arePossible, dividesNumbers } from "../numbers.ts";
import { type Test, testIn } from "../operand.ts";

/** Whether a single condition is valid, so that something can be concluded from it. */
export function isKnown(node: Expression): boolean {
  const isClosed = node.kind !== "call" || (node.definition !== undefined && node.closed);
  const test = testIn(node);
  if (test) return isClosed && (isOperand(test.right) || isKnownTest(test));
  if (!isOperand(node)) return node.kind === "quantifier" && node.closed;
  const isMapped = node.kind === "call" && node.args.some(isEach);
  return isClosed && node.type?.kind === "Boolean" && !isMapped;
}

function isKnownTest(test: Test): boolean {
  const { left, operator, right } = test;
  const { name } = operator;
  if (name.endsWith("_with")) return true;
  if (left.type && (right.kind === "list" || right.kind === "regex")) return true;
  switch (left.type?.kind) {
    case "Integer":
      return name === "bitwise_and" ? right.kind === "integer" : arePossible(test);
    case "IP":
      return arePossible(test);
    case "String":
      if (right.kind === "set")
        return right.closed && right.items.every((it) => it.kind === "string");
      if (right.kind !== "string") return false;
      if (!name.endsWith("wildcard") || isPlainWildcard(right.bytes)) return true;
      return readWildcard(right.bytes).problems.length === 0;
    default:
      return false;
  }
}

/** Whether it is obvious that a single condition is true of some values and false of others. */
export function isOpenCondition(bare: Expression): boolean {
  if (bare.kind === "field") return !bare.definition?.pseudo;
  const test = testIn(bare);
  if (!test) return true;
  const { left, operator, right } = test;
  const { name } = operator;
  const from = left.kind === "indexed" ? left.base : left;
  // Not all values are results of these.
  if (from.kind === "call" && /^(?:cidr6?|split)$/.test(from.name))
    return from.args.some((it) => it.kind === "integer" && it.value <= 0n);
  if (right.kind === "regex") return left.kind === "field" && isObviouslyOpen(regexOf(right).root);
  if (right.kind === "string")
    return right.bytes !== "" && !(right.bytes === "*" && name.endsWith("wildcard"));
  return name !== "bitwise_and" && !isOperand(right) && dividesNumbers(test) !== false;
}

/** Whether a condition compares a lowercase value with uppercase letters, or the other way round: another check reports it. */
export function isOfOtherCase(bare: Expression, operand: Operand | undefined): boolean {
  const letters = operand?.kind === "call" ? caseOf(operand.name) : undefined;
  if (!letters) return false;
  let isFound = false;
  eachNode(bare, (it) => {
    isFound ||= it.kind === "string" && inCase(it.value, letters) !== it.value;
  });
  // These are not about the case of letters.
  return isFound && !/^(?:wildcard|[lg][te])$/.test(testIn(bare)?.operator.name ?? "");
}
