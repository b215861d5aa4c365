import { eachChild } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";

/** A node and its ancestors, from the root down. */
export interface LocatedNode<Kind extends Node = Node> {
  readonly node: Kind;
  readonly above: readonly Node[];
}

/** All nodes, parents first. */
export function locatedNodes(root: Node): LocatedNode[] {
  const places: LocatedNode[] = [];
  const visit = (node: Node, above: readonly Node[]): void => {
    places.push({ node, above });
    const path = [...above, node];
    eachChild(node, (child) => visit(child, path));
  };
  visit(root, []);
  return places;
}

export function ofKind<Kind extends Node["kind"]>(
  places: readonly LocatedNode[],
  kind: Kind,
): LocatedNode<Extract<Node, { readonly kind: Kind }>>[] {
  type Found = LocatedNode<Extract<Node, { readonly kind: Kind }>>;
  return places.filter((it): it is Found => it.node.kind === kind);
}

/** How often each field is read. */
export function fieldCounts(places: readonly LocatedNode[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node } of ofKind(places, "field")) {
    counts.set(node.name, (counts.get(node.name) ?? 0) + 1);
  }
  return counts;
}
