import { applyEdits, type Edit, replace } from "../../text/edit.ts";
import { type Condition, type FilterNode, type Group, otherLogical } from "../syntax/filter.ts";

/** The source of a condition with another operator and value. */
export function withOperand(
  condition: Condition,
  text: string,
  operator: string,
  operand: string,
): string {
  const edits = [];
  const word = condition.operator?.value;
  const value = condition.value?.value;
  if (word) edits.push(replace(word, JSON.stringify(operator)));
  if (value) edits.push(replace(value, operand));
  const moved = edits.map((it) => ({
    ...it,
    start: it.start - condition.start,
    end: it.end - condition.start,
  }));
  return applyEdits(text.slice(condition.start, condition.end), moved);
}

/** Negates every condition and swaps `and` and `or`. Undefined if a part cannot be negated. */
export function negate(node: FilterNode): readonly Edit[] | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") {
    const word = node.operator?.value;
    return word && node.comparison
      ? [replace(word, JSON.stringify(node.comparison.opposite))]
      : undefined;
  }
  if (!node.list || node.object.properties.length !== 1) return undefined;
  const edits: Edit[] = [swapLogical(node)];
  for (const item of node.items) {
    const inner = negate(item);
    if (!inner) return undefined;
    for (const edit of inner) edits.push(edit);
  }
  return edits;
}

/** Swaps `and` and `or`. */
export function swapLogical(group: Group): Edit {
  return replace(group.property.name, `"${otherLogical(group.logical)}"`);
}
