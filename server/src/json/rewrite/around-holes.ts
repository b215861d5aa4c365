/** A hole outside strings may contain anything: a value, several items, even brackets. */
import type { Context } from "../../core/context.ts";
import { applyEdits, type Edit, shiftEdit } from "../../text/edit.ts";
import { isHole } from "../../text/hole.ts";
import { contains, type Span } from "../../text/span.ts";
import { type Json, parseJson } from "../syntax/parse.ts";
import { childrenOf, type JsonNode } from "../syntax/tree.ts";

/** Tells whether edits mean the same for any content of the holes. Undefined without holes. */
export function safetyAroundHoles(
  json: Json,
  { hasHoles }: Context,
): ((edits: readonly Edit[]) => boolean) | undefined {
  const holes = hasHoles ? openHoles(json) : [];
  if (holes.length === 0) return undefined;
  const { root, text } = json;
  const hasHoleIn = ({ start, end }: Span) => holes.some((at) => start <= at && at < end);
  return (edits) => root !== undefined && isSafe({ text, hasHoleIn }, root, edits);
}

/** The offsets of the holes outside strings and comments. */
function openHoles({ text, root, comments }: Json): number[] {
  const quoted: Span[] = [...comments];
  const visit = (node: JsonNode): void => {
    if (node.kind === "string" && text[node.start] === '"') quoted.push(node);
    for (const child of childrenOf(node)) visit(child);
  };
  if (root) visit(root);
  quoted.sort((a, b) => a.start - b.start);
  const holes: number[] = [];
  let next = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isHole(text.charCodeAt(at))) continue;
    while ((quoted[next]?.end ?? Infinity) <= at) next++;
    if (at < (quoted[next]?.start ?? Infinity)) holes.push(at);
  }
  return holes;
}

interface Holed {
  readonly text: string;
  readonly hasHoleIn: (span: Span) => boolean;
}

/** In brackets without a hole, anything may change; beside a hole, only single values. */
function isSafe(holed: Holed, root: JsonNode, edits: readonly Edit[]): boolean {
  const isEnclosed = (node: JsonNode): boolean =>
    (isBracket(node) &&
      !holed.hasHoleIn(node) &&
      edits.every((it) => node.start < it.start && it.end < node.end)) ||
    childrenOf(node).some((it) => edits.every((edit) => contains(it, edit)) && isEnclosed(it));
  if (isEnclosed(root)) return true;
  const byValue = new Map<JsonNode, Edit[]>();
  for (const edit of edits) {
    const value = valueAround(holed, root, edit);
    if (!value) return false;
    byValue.set(value, [...(byValue.get(value) ?? []), edit]);
  }
  return [...byValue].every(([value, own]) => isOneValue(holed.text, value, own));
}

function isBracket({ kind }: JsonNode): boolean {
  return kind === "object" || kind === "array";
}

/** The largest value or name around the edit that has no hole in it or next to it. */
function valueAround(holed: Holed, node: JsonNode, edit: Edit): JsonNode | undefined {
  const children = childrenOf(node);
  const index = children.findIndex((it) => contains(it, edit));
  const child = children[index];
  if (!child) return undefined;
  if (holed.hasHoleIn(child) || child.kind === "property") return valueAround(holed, child, edit);
  const ends = isBracket(node) ? 1 : 0;
  const extent = {
    start: children[index - 1]?.end ?? node.start + ends,
    end: children[index + 1]?.start ?? node.end - ends,
  };
  return holed.hasHoleIn(extent) ? undefined : child;
}

function isOneValue(text: string, value: Span, edits: readonly Edit[]): boolean {
  const moved = edits.map((it) => shiftEdit(it, -value.start));
  const edited = applyEdits(text.slice(value.start, value.end), moved);
  return parseJson(edited).errors.length === 0;
}
