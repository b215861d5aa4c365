import type { Expression, Logical, Node, Quantifier } from "../syntax/tree.ts";

/** The position of an operand in its logical node. */
export interface OperandPosition {
  readonly logical: Logical;
  readonly index: number;
  /** The position of the logical node, if it is part of another one. */
  readonly outer?: OperandPosition | undefined;
}

/** The node inside its groups and negations, and whether they negate it. */
export function stripGroups(node: Expression): {
  readonly bare: Expression;
  readonly flipped: boolean;
} {
  let bare = node;
  let flipped = false;
  for (;;) {
    if (bare.kind === "group") bare = bare.inner;
    else if (bare.kind === "not") {
      bare = bare.operand;
      flipped = !flipped;
    } else return { bare, flipped };
  }
}

export function isTested(argument: Quantifier["argument"]): argument is Expression {
  return argument.kind !== "string" && argument.kind !== "integer" && argument.kind !== "address";
}

/** Whether a part that is true makes the whole rule truer: false under an odd number of `not`, undefined under an `xor`. */
export function isPositive(above: readonly Node[]): boolean | undefined {
  let positive = true;
  for (const node of above) {
    if (node.kind === "not") positive = !positive;
    else if (node.kind === "logical" && node.name === "xor") return undefined;
  }
  return positive;
}
