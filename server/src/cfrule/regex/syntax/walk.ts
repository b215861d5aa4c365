import type { RegexNode } from "./tree.ts";

export function childrenOf(node: RegexNode): readonly RegexNode[] {
  switch (node.kind) {
    case "group":
    case "repetition":
      return [node.child];
    case "concatenation":
      return node.items;
    case "alternation":
      return node.branches;
    default:
      return [];
  }
}

/** Parents before children, in text order. */
export function* walk(node: RegexNode): Generator<RegexNode> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

/** The items in sequence, with plain groups flattened. */
export function sequenceOf(node: RegexNode): RegexNode[] {
  switch (node.kind) {
    case "empty":
    case "flags":
      return [];
    case "concatenation":
      return node.items.flatMap(sequenceOf);
    case "group":
      return sequenceOf(node.child);
    default:
      return [node];
  }
}
