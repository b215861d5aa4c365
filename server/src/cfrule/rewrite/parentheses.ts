import { type Edit, insert } from "../../text/edit.ts";
import type { Group, Logical, Node } from "../syntax/tree.ts";
import { cutOut, hasComment, insertWord, type Source, startsArgument } from "./source.ts";

/** Takes the parentheses away. Nothing when a comment stands between them and their content, or an argument begins with them. */
export function ungroup(source: Source, group: Group, above: readonly Node[]): Edit[] {
  const open = { start: group.start, end: group.inner.start };
  const close = { start: group.inner.end, end: group.end };
  if (!group.closed || hasComment(source, open) || hasComment(source, close)) return [];
  if (!isFree(group, above)) return [];
  return [cutOut(source, open), cutOut(source, close)];
}

/** Whether an argument can do without the parentheses: it is one comparison, or something in parentheses of its own. */
function isFree(group: Group, above: readonly Node[]): boolean {
  const { inner } = group;
  if (!startsArgument(group, above) || inner.kind === "group") return true;
  const whole = above[above.length - 1]?.kind !== "logical";
  return whole && (inner.kind === "comparison" || inner.kind === "not" || isSet(inner));
}

/** A chain that is about to become one comparison. */
function isSet(inner: Node): boolean {
  return inner.kind === "logical";
}

/** What is implied by what binds tighter, written out. */
export function parenthesize(source: Source, logical: Logical): Edit[] {
  return logical.operands.flatMap((it) =>
    it.kind === "logical" ? [insertWord(source, it.start, "("), insert(it.end, ")")] : [],
  );
}
