import type { Inlay } from "../../core/analysis.ts";
import { overlaps, type Span, touches } from "../../text/span.ts";
import { sizeInWords } from "../../vocabulary/ip.ts";
import type { Document } from "../document.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Logical, Node } from "../syntax/tree.ts";
import { budget, charactersLeft } from "./budget.ts";

/** Implied grouping, network sizes, and the remaining characters when few are left. */
export function inlays(doc: Document, span: Span): readonly Inlay[] {
  const found: Inlay[] = [];
  nodeInlays(doc.parsed.root, span, found);
  const left = charactersLeft(doc);
  const { end } = doc.parsed.root;
  const visible = found
    .filter((it) => touches(span, it.offset))
    .sort((a, b) => a.offset - b.offset);
  if (left === undefined || !touches(span, end)) return visible;
  return [...visible, { offset: end, label: left, tooltip: budget(doc).text, isBudget: true }];
}

function nodeInlays(node: Node, span: Span, found: Inlay[]): void {
  if (!overlaps(node, span)) return;
  if (node.kind === "logical") groupingInlays(node, found);
  if (node.kind === "network") {
    found.push({ offset: node.end, label: `(${sizeInWords(node)})` });
  }
  for (const child of childrenOf(node)) nodeInlays(child, span, found);
}

/** `a or b and c` means `a or (b and c)`, which is easy to miss. */
function groupingInlays({ name, operands }: Logical, found: Inlay[]): void {
  for (const operand of operands) {
    if (operand.kind !== "logical") continue;
    const tooltip = `'${operand.name}' binds tighter than '${name}'.`;
    found.push({ offset: operand.start, label: "(", tooltip, tight: true, opens: true });
    found.push({ offset: operand.end, label: ")", tooltip, tight: true });
  }
}
