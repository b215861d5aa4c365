import type { Inlay } from "../../core/analysis.ts";
import { overlaps, type Span, touches } from "../../text/span.ts";
import type { Document } from "../document.ts";
import type { FilterNode } from "../syntax/filter.ts";
import { budget } from "./lenses.ts";
import { groupName, reading } from "./reading.ts";

/** The budget at the end of the line of `where`, and "all of" or "any of" for each group with several members. */
export function inlays(doc: Document, span: Span): readonly Inlay[] {
  const found: Inlay[] = [];
  if (doc.filter.node) groupInlays(doc, doc.filter.node, span, found);
  const offset = doc.filter.where && lineEnd(doc.text, doc.filter.where.name.end);
  const limits = offset !== undefined && touches(span, offset) ? budget(doc) : undefined;
  if (offset !== undefined && limits) {
    const tooltip = "Measured as pushed: without comments and whitespace.";
    found.push({ offset, label: limits.text, tooltip, isBudget: true });
  }
  return found.sort((a, b) => a.offset - b.offset);
}

const mostRead = 300;

function groupInlays(doc: Document, node: FilterNode, span: Span, found: Inlay[]): void {
  if (node.kind !== "group" || !overlaps(node, span)) return;
  const { list, items } = node;
  if (list && items.length > 1 && touches(span, list.start + 1)) {
    found.push({
      offset: list.start + 1,
      label: groupName(node),
      tooltip: reading(doc, node, mostRead),
    });
  }
  for (const item of items) groupInlays(doc, item, span, found);
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
