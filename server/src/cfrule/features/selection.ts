import { contains, type Span, touches } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { pathAt } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";
import { commentAt, directiveIn } from "./comments.ts";

/** From the innermost span around the cursor to the whole text. */
export function selections(doc: Document, offset: number): readonly Span[] {
  const found: Span[] = [];
  const add = ({ start, end }: Span): void => {
    const last = found[found.length - 1];
    if (last && (!contains({ start, end }, last) || last.end - last.start === end - start)) return;
    found.push({ start, end });
  };
  const comment = commentAt(doc, offset);
  if (comment) {
    const value = directiveIn(doc, comment)?.valueSpan;
    if (value && value.end > value.start && touches(value, offset)) add(value);
    add(comment);
  } else {
    for (const node of pathAt(doc.parsed.root, offset).reverse()) {
      for (const inner of insideOf(doc.text, node)) if (touches(inner, offset)) add(inner);
      add(node);
    }
  }
  add({ start: 0, end: doc.text.length });
  return found;
}

/** The content between the quotes, braces or parentheses of a node. */
function insideOf(text: string, node: Node): readonly Span[] {
  switch (node.kind) {
    case "string":
    case "regex":
      return quoted(text, node);
    case "set":
      return node.closed ? [{ start: node.start + 1, end: node.end - 1 }] : [];
    case "call":
    case "quantifier":
      return called(text, node);
    default:
      return [];
  }
}

function quoted(text: string, { start, end }: Span): Span[] {
  const opening = text.indexOf('"', start) + 1;
  const hashes = text[start] === "r" ? opening - start - 2 : 0;
  const closing = end - hashes - 1;
  return text[closing] === '"' && opening < closing ? [{ start: opening, end: closing }] : [];
}

function called(text: string, node: Node & { readonly kind: "call" | "quantifier" }): Span[] {
  const open = text.indexOf("(", node.callee.end);
  if (!node.closed || node.callee.start !== node.start || open === -1) return [];
  return open + 1 < node.end - 1 ? [{ start: open + 1, end: node.end - 1 }] : [];
}
