import type { Edit } from "../../text/edit.ts";
import type { OperandPosition } from "../logic/groups.ts";
import type { Expression } from "../syntax/tree.ts";
import { cutOut, hasComment, type Source } from "./source.ts";

/**
 * Removes an operand from its `and` or `or`. No edits if a comment would be lost, or the rest would be invalid or mean
 * something else.
 */
export function removeOperand(
  source: Source,
  { logical, index }: Pick<OperandPosition, "logical" | "index">,
): Edit[] {
  const { operands, operators } = logical;
  const operand = operands[index];
  if (!operand || operands.length < 2) return [];
  if (index === 0) return removeFirst(source, operand, operands[1] ?? operand);
  const operator = operators[index - 1];
  const before = operands[index - 1];
  if (!operator || !before) return [];
  if (hasComment(source, { start: operator.start, end: operand.end })) return [];
  const gap = { start: before.end, end: operator.start };
  const start = hasComment(source, gap) ? operator.start : before.end;
  return [cutOut(source, { start, end: operand.end })];
}

function removeFirst(source: Source, first: Expression, next: Expression): Edit[] {
  const span = { start: first.start, end: next.start };
  if (hasComment(source, span)) return [];
  // The first of several conditions in an argument must be able to start it.
  if (canBegin(first) && !canBegin(next)) return [];
  return [cutOut(source, span)];
}

function canBegin({ kind }: Expression): boolean {
  return kind === "group" || kind === "not" || kind === "quantifier";
}
