import type { Expression, Logical, Quantifier } from "../syntax/tree.ts";

/** The position of an operand in its logical node. */
export interface OperandPosition {
  readonly logical: Logical;
  readonly index: number;
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
