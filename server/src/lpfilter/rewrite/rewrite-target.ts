import { type Edit, replace } from "../../text/edit.ts";
import { contains, overlaps, type Span } from "../../text/span.ts";
import type { Filter, FilterNode, Group } from "../syntax/filter.ts";
import { indentAt, type Layout, layoutOf } from "./layout.ts";
import { type Piece, print, printList, type SourceText } from "./print.ts";

/** A part of the filter to rewrite, with its context. */
export interface RewriteTarget {
  readonly filter: Filter;
  readonly node: FilterNode;
  /** The group that lists the part. */
  readonly group: Group | undefined;
  readonly layout: Layout;
  readonly span: Span;
}

/** The innermost part that contains the span. */
export function rewriteTargetAt(filter: Filter, span: Span): RewriteTarget | undefined {
  let node = filter.node;
  let group: Group | undefined;
  if (!node || !contains(node, span)) return undefined;
  while (node.kind === "group") {
    const inner: FilterNode | undefined = node.items.find((it) => contains(it, span));
    if (!inner) break;
    group = node;
    node = inner;
  }
  return { filter, node, group, layout: layoutOf(filter.json), span };
}

/** The members of the group that a selection covers, if there are several. */
export function selectedParts({ node, span }: RewriteTarget): readonly FilterNode[] {
  if (node.kind !== "group" || span.start === span.end) return [];
  const selected = node.items.filter((it) => overlaps(it, span));
  return selected.length > 1 ? selected : [];
}

export function keep({ filter }: RewriteTarget, span: Span): SourceText {
  const { text } = filter.json;
  return { text: text.slice(span.start, span.end), indent: indentAt(text, span.start) };
}

/** Replaces the part with one piece. */
export function putPiece(
  { filter, layout }: RewriteTarget,
  at: Span,
  piece: Piece,
): readonly Edit[] {
  return [replace(at, print(piece, indentAt(filter.json.text, at.start), layout))];
}

/** Replaces the part with several pieces: in the array around it if the logical operator is the same, else in a new group. */
export function putPieces(
  place: RewriteTarget,
  logical: Group["logical"],
  pieces: readonly Piece[],
): readonly Edit[] {
  const { filter, node, group, layout } = place;
  const [only] = pieces;
  if (only && pieces.length === 1) return putPiece(place, node, only);
  // A `where` around the part would enclose only the first piece.
  const listed = group?.list?.items.some((it) => it.start === node.start && it.end === node.end);
  if (!listed || group?.logical !== logical) return putPiece(place, node, { logical, pieces });
  return [replace(node, printList(pieces, indentAt(filter.json.text, node.start), layout))];
}
