import { eachChild } from "../children.ts";
import type { Reader } from "../reader.ts";
import type { Expression, Node, Recovered } from "../tree.ts";
import { truthType } from "../types.ts";

/** Marks an expression as recovered if a problem occurred since the reader had `faults`. */
export function markRecoveredSince(p: Reader, node: Expression, faults: number): Expression {
  if (p.faults === faults) return node;
  p.markedInTree(faults);
  return markRecovered(node);
}

/** Marks an expression as recovered. Stray and missing nodes need no mark. */
export function markRecovered(node: Expression): Expression {
  if (node.kind === "recovered" || node.kind === "stray" || node.kind === "missing") return node;
  const { start, end } = node;
  const made: Recovered = { kind: "recovered", start, end, inner: node, type: truthType(node) };
  return made;
}

/** The expression inside the mark. */
export function withoutRecoveredMark<Kind extends { readonly kind: string }>(
  node: Kind | Recovered,
): Exclude<Kind, Recovered> | Recovered["inner"] {
  return node.kind === "recovered" ? (node as Recovered).inner : (node as Exclude<Kind, Recovered>);
}

/** The certain parts of a recovered expression. In a comparison only the field is certain. */
export function eachSurePart({ inner }: Recovered, visit: (part: Node) => void): void {
  let part: Expression = inner;
  if (part.kind === "not" && part.operator.guessed) part = part.operand;
  if (part.kind === "comparison") part = part.left;
  if (part.kind === "field" || part.kind === "indexed") visit(part);
  else if (part.kind !== "call") eachChild(part, visit);
}
