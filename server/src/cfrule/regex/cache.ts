import type { RegexNode } from "./syntax/tree.ts";

/** Caches results per regex tree, which is kept between keystrokes. */
export function cachedByTree<Found>(find: (root: RegexNode) => Found): (root: RegexNode) => Found {
  const found = new WeakMap<RegexNode, { readonly it: Found }>();
  return (root) => {
    let known = found.get(root);
    if (!known) {
      known = { it: find(root) };
      found.set(root, known);
    }
    return known.it;
  };
}
