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

/** When a condition alone leads to an outcome, as its opposite would change that. */
interface AloneSql {
  readonly keeps: string;
  readonly drops: string;
}

/** For each condition, when it alone keeps a line, or drops it: no other part of the groups around it settles them. */
export function aloneSql(tree: TrialTree, leaves: readonly Leaf[]): readonly AloneSql[] {
  const found: AloneSql[] = leaves.map(() => ({ keeps: never, drops: never }));
  /** `keeps` is the result of the part with which the tree holds; undefined if that depends on other parts. */
  const walk = (node: TrialTree, around: readonly string[], keeps: boolean | undefined): void => {
    if (node.kind === "condition") {
      const { holds, fails } = leaves[node.index] ?? unknownLeaf;
      const when = (isKept: boolean) => {
        if (keeps !== undefined)
          return joined([keeps === isKept ? holds : fails, ...around], "AND");
        const outcome = isKept ? holdsSql(tree, leaves) : failsSql(tree, leaves);
        return joined([outcome, joined([holds, fails], "OR"), ...around], "AND");
      };
      found[node.index] = { keeps: when(true), drops: when(false) };
      return;
    }
    const inner =
      node.kind === "xor" || keeps === undefined ? undefined : keeps !== (node.kind === "not");
    for (const part of node.parts) {
      const others = node.parts.filter((it) => it !== part);
      const neutral =
        node.kind === "and"
          ? others.map((it) => holdsSql(it, leaves))
          : node.kind === "or"
            ? others.map((it) => failsSql(it, leaves))
            : [];
      walk(part, [...around, ...neutral], inner);
    }
  };
  walk(tree, [], true);
  return found;
}
