import type { ListName } from "../../core/analysis.ts";
import { managedPrefix } from "../catalogue/lists.ts";
import type { Document } from "../document.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";

/** All list references, in text order, without the dollar sign. */
export function listReferences(doc: Document): readonly ListName[] {
  const found: ListName[] = [];
  // Most rules have no list, so skip the walk.
  if (doc.text.includes("$")) collect(doc.parsed.root, found);
  return found;
}

function collect(node: Node, found: ListName[]): void {
  if (node.kind === "list" && node.name !== "") {
    const { name, start, end } = node;
    const managed = name.startsWith(managedPrefix);
    found.push({ name, start: start + 1, end, ...(managed ? { managed } : {}) });
  }
  for (const child of childrenOf(node)) collect(child, found);
}
