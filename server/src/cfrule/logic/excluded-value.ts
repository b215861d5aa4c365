import type { Expression, Literal } from "../syntax/tree.ts";
import type { Member } from "./facts.ts";
import { quoted } from "./wording.ts";

/** Whether both exclude a value, as in `x ne "a"` and `not x eq "b"`. */
export function bothExcludeValues(first: Member, second: Member): boolean {
  return literalOf(first) !== undefined && literalOf(second) !== undefined;
}

/** The excluded value, as written. */
export function excludedValue(text: string, member: Member): string | undefined {
  const literal = literalOf(member);
  return literal && quoted(text, literal);
}

function literalOf({ node, negated }: Member): Literal | undefined {
  let inner: Expression = node;
  let flipped = negated;
  while (inner.kind === "group" || inner.kind === "not") {
    if (inner.kind === "not") flipped = !flipped;
    inner = inner.kind === "group" ? inner.inner : inner.operand;
  }
  if (inner.kind !== "comparison") return undefined;
  const { operator, right } = inner;
  if (operator.name !== (flipped ? "eq" : "ne")) return undefined;
  return right.kind === "string" || right.kind === "integer" || right.kind === "address"
    ? right
    : undefined;
}
