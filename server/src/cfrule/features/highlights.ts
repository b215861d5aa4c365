import { type Span, touches } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { childrenOf, pathAt } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";
import { commentAt } from "./comments.ts";

/** All occurrences of the field, list or function at the cursor. */
export function highlights(doc: Document, offset: number): readonly Span[] {
  if (commentAt(doc, offset)) return [];
  const path = pathAt(doc.parsed.root, offset);
  const named = path[path.length - 1] && nameOf(path[path.length - 1] as Node);
  if (!named || !touches(named, offset)) return [];
  const found: Span[] = [];
  places(doc.parsed.root, named.key, found);
  return found;
}

function places(node: Node, key: string, found: Span[]): void {
  const named = nameOf(node);
  if (named?.key === key) found.push({ start: named.start, end: named.end });
  for (const child of childrenOf(node)) places(child, key, found);
}

/** The name of a node, unique per kind. */
function nameOf(node: Node): (Span & { readonly key: string }) | undefined {
  switch (node.kind) {
    case "field":
    case "list":
      return { start: node.start, end: node.end, key: `${node.kind} ${node.name}` };
    case "call":
    case "quantifier":
      return { ...node.callee, key: `function ${node.name}` };
    default:
      return undefined;
  }
}
