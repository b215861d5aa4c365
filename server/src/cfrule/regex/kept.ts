import type { RegexNode } from "./syntax/tree.ts";

/** Keeps what is found out of a regex beside its tree, which stays from one keystroke to the next. */
export function kept<Found>(find: (root: RegexNode) => Found): (root: RegexNode) => Found {
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
