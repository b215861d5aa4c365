/** A hole outside strings may contain anything: a value, `a or b`, an operator, even `) or (`. */
import { applyEdits, type Edit, shiftEdit } from "../../text/edit.ts";
import { isHole } from "../../text/hole.ts";
import { contains, type Span } from "../../text/span.ts";
import { logicalBySpelling } from "../catalog/operators.ts";
import { type Document, parseWithin } from "../document.ts";
import { eachChild, eachNode } from "../syntax/children.ts";
import { withoutRecoveredMark } from "../syntax/recovery/recovered.ts";
import type { Logical, Node } from "../syntax/tree.ts";

/** The facts about a text that several of its fixes need. */
interface HoledText {
  readonly doc: Document;
  /** The offsets of holes outside strings and comments, in text order. */
  readonly holes: readonly number[];
}

/** Tells whether edits mean the same for any content of the holes. Undefined without holes. */
export function safetyAroundHoles(
  doc: Document,
): ((edits: readonly Edit[]) => boolean) | undefined {
  if (hasTemplate(doc)) return () => false;
  const holed = holedText(doc);
  return holed && ((edits) => isSafe(holed, edits));
}

/** Marks of templates that some program fills in, though the file does not say so. None of them is valid outside strings. */
const templateMark = /\{\{|\}\}|\{%|%\}|<%|%>|\$[{(]|<[A-Za-z_]+>|__[A-Z][A-Z_]*__/g;

function hasTemplate(doc: Document): boolean {
  let literals: readonly Span[] | undefined;
  let next = 0;
  for (const { index } of doc.text.matchAll(templateMark)) {
    literals ??= literalsIn(doc);
    while ((literals[next]?.end ?? Infinity) <= index) next++;
    if (index < (literals[next]?.start ?? Infinity)) return true;
  }
  return false;
}

/** Strings, regexes and comments, in text order. */
function literalsIn({ parsed }: Document): readonly Span[] {
  const literals: Span[] = [...parsed.comments];
  eachNode(parsed.root, (it) => {
    if (it.kind === "string" || it.kind === "regex") literals.push(it);
  });
  return literals.sort((a, b) => a.start - b.start);
}

function holedText(doc: Document): HoledText | undefined {
  const { text, context } = doc;
  if (!context.hasHoles) return undefined;
  const literals = literalsIn(doc);
  const holes: number[] = [];
  let next = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isHole(text.charCodeAt(at))) continue;
    while ((literals[next]?.end ?? Infinity) <= at) next++;
    if (at < (literals[next]?.start ?? Infinity)) holes.push(at);
  }
  return holes.length > 0 ? { doc, holes } : undefined;
}

function isSafe(holed: HoledText, edits: readonly Edit[]): boolean {
  const { doc } = holed;
  const { root } = doc.parsed;
  if (edits.every((it) => isInComment(doc, it))) return true;
  const touched = {
    start: Math.min(...edits.map((it) => it.start)),
    end: Math.max(...edits.map((it) => it.end)),
  };
  if (isEnclosed(holed, root, touched)) return true;
  const whole = { start: 0, end: doc.text.length };
  const byOperand = new Map<string, { operand: Span; own: Edit[] }>();
  for (const edit of edits) {
    if (isSpelling(doc, edit, edits)) continue;
    const operand = operandAround(holed, root, whole, edit);
    if (!operand) return false;
    const key = `${operand.start}`;
    byOperand.set(key, { operand, own: [...(byOperand.get(key)?.own ?? []), edit] });
  }
  return [...byOperand.values()].every(({ operand, own }) => isOneOperand(doc, operand, own));
}

function isInComment({ parsed: { comments } }: Document, edit: Edit): boolean {
  return !edit.newText.includes("\n") && comments.some((it) => contains(it, edit));
}

function hasHoleIn({ holes }: HoledText, { start, end }: Span): boolean {
  return holes.some((at) => start <= at && at < end);
}

/** Whether parentheses without a hole are around the span: what is outside of them cannot split it. */
function isEnclosed(holed: HoledText, node: Node, span: Span): boolean {
  let found = false;
  eachChild(node, (child) => {
    if (found || !contains(child, span)) return;
    const open = insideParentheses(child);
    found =
      (open !== undefined && contains(open, span) && !hasHoleIn(holed, child)) ||
      isEnclosed(holed, child, span);
  });
  return found;
}

function insideParentheses(node: Node): Span | undefined {
  if (node.kind === "group")
    return node.closed ? { start: node.start + 1, end: node.end - 1 } : undefined;
  if (node.kind !== "call" && node.kind !== "quantifier") return undefined;
  return node.closed ? { start: node.callee.end + 1, end: node.end - 1 } : undefined;
}

/**
 * The largest part around the edit, up to the logical operators beside it, that has no hole and no logical operator outside
 * of parentheses. `extent` is the extent of the node.
 */
function operandAround(holed: HoledText, node: Node, extent: Span, edit: Edit): Span | undefined {
  if (!contains(extent, edit)) return undefined;
  const part = withoutRecoveredMark(node);
  if (part.kind === "logical") {
    const index = part.operators.findIndex((it) => edit.end <= it.start);
    const at = index === -1 ? part.operators.length : index;
    const operand = part.operands[at];
    return operand && operandAround(holed, operand, extentOf(part, at, extent), edit);
  }
  if (!hasHoleIn(holed, extent)) return extent;
  const inner = insideParentheses(part);
  if (part.kind === "group" && inner) return operandAround(holed, part.inner, inner, edit);
  return undefined;
}

/** From one operator to the next. A hole in place of an operator is part of both operands. */
function extentOf({ operators }: Logical, index: number, { start, end }: Span): Span {
  const [before, after] = [operators[index - 1], operators[index]];
  return {
    start: before ? (before.guessed ? before.start : before.end) : start,
    end: after ? (after.guessed ? after.end : after.start) : end,
  };
}

/** Whether the edited operand is still one, so that nothing around it binds otherwise. */
function isOneOperand(doc: Document, operand: Span, edits: readonly Edit[]): boolean {
  const text = doc.text.slice(operand.start, operand.end);
  const moved = edits.map((it) => shiftEdit(it, -operand.start));
  const [before, after] = [parseWithin(text, doc), parseWithin(applyEdits(text, moved), doc)];
  const { kind } = withoutRecoveredMark(after.root);
  const isOne = kind !== "logical" && kind !== "stray" && kind !== "missing";
  return isOne && after.problems.length <= before.problems.length;
}

/** Another spelling of the same logical operator, or the space beside it. */
function isSpelling({ text }: Document, edit: Edit, edits: readonly Edit[]): boolean {
  const written = text.slice(edit.start, edit.end).trim().toLowerCase();
  const wanted = edit.newText.trim();
  if (written === "" && wanted === "")
    return edits.some((it) => it !== edit && it.end === edit.start);
  const name = logicalBySpelling(written)?.name;
  return name !== undefined && name === logicalBySpelling(wanted)?.name;
}
