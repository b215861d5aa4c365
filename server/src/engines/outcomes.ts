import type { TrialTree } from "../core/trial-tree.ts";

/** When a condition holds and when it does not, each as SQL. Neither is true if it is undetermined. */
export interface Leaf {
  readonly holds: string;
  readonly fails: string;
}

export const always = "1 = 1";
export const never = "1 = 0";

export const unknownLeaf: Leaf = { holds: never, fails: never };

/**
 * When a tree holds. Does not rely on the database's own logic of NULL, which old versions of some do not have.
 */
export function holdsSql(tree: TrialTree, leaves: readonly Leaf[]): string {
  switch (tree.kind) {
    case "condition":
      return (leaves[tree.index] ?? unknownLeaf).holds;
    case "and":
      return joined(
        tree.parts.map((it) => holdsSql(it, leaves)),
        "AND",
      );
    case "or":
      return joined(
        tree.parts.map((it) => holdsSql(it, leaves)),
        "OR",
      );
    case "not":
      return joined(
        tree.parts.slice(0, 1).map((it) => failsSql(it, leaves)),
        "AND",
      );
    case "xor":
      return oddSql(tree.parts, leaves, 1);
  }
}

/** When a tree does not hold. */
export function failsSql(tree: TrialTree, leaves: readonly Leaf[]): string {
  switch (tree.kind) {
    case "condition":
      return (leaves[tree.index] ?? unknownLeaf).fails;
    case "and":
      return joined(
        tree.parts.map((it) => failsSql(it, leaves)),
        "OR",
      );
    case "or":
      return joined(
        tree.parts.map((it) => failsSql(it, leaves)),
        "AND",
      );
    case "not":
      return joined(
        tree.parts.slice(0, 1).map((it) => holdsSql(it, leaves)),
        "AND",
      );
    case "xor":
      return oddSql(tree.parts, leaves, 0);
  }
}

/** An unknown part makes the sum NULL. */
function oddSql(parts: readonly TrialTree[], leaves: readonly Leaf[], rest: 0 | 1): string {
  const values = parts.map(
    (it) =>
      `CASE WHEN ${holdsSql(it, leaves)} THEN 1 WHEN ${failsSql(it, leaves)} THEN 0 ELSE NULL END`,
  );
  const wanted = parts.map((_, index) => index).filter((it) => it % 2 === rest);
  if (parts.length % 2 === rest) wanted.push(parts.length);
  return `(${values.join(" + ")}) IN (${wanted.join(", ")})`;
}

export function joined(parts: readonly string[], by: "AND" | "OR"): string {
  const neutral = by === "AND" ? always : never;
  const settling = by === "AND" ? never : always;
  if (parts.includes(settling)) return settling;
  const some = [...new Set(parts.filter((it) => it !== neutral))];
  if (some.length === 0) return neutral;
  return some.length === 1 ? (some[0] ?? neutral) : `(${some.join(` ${by} `)})`;
}

/**
 * For each condition, when the opposite result of it alone would change the outcome: both are known, and no other part of the
 * groups around it settles them.
 */
export function decidesSql(tree: TrialTree, leaves: readonly Leaf[]): readonly string[] {
  const found: string[] = leaves.map(() => never);
  const known = joined([holdsSql(tree, leaves), failsSql(tree, leaves)], "OR");
  const walk = (node: TrialTree, around: readonly string[]): void => {
    if (node.kind === "condition") {
      const leaf = leaves[node.index] ?? unknownLeaf;
      found[node.index] = joined([known, joined([leaf.holds, leaf.fails], "OR"), ...around], "AND");
      return;
    }
    for (const part of node.parts) {
      const others = node.parts.filter((it) => it !== part);
      const neutral =
        node.kind === "and"
          ? others.map((it) => holdsSql(it, leaves))
          : node.kind === "or"
            ? others.map((it) => failsSql(it, leaves))
            : [];
      walk(part, [...around, ...neutral]);
    }
  };
  walk(tree, []);
  return found;
}
