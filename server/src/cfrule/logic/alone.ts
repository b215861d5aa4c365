import type { Scheme } from "../catalogue/scheme.ts";
import type { Comparison, Expression } from "../syntax/tree.ts";
import type { Member, Truth, Verdict } from "./facts.ts";
import { quoted } from "./wording.ts";

/** Why one condition decides by itself, as the beginning of a sentence. */
export function aloneReason(text: string, scheme: Scheme, member: Member, truth: Truth): string {
  const { node, operand } = member;
  const name = operand?.kind === "field" ? operand.name : "";
  const constant = scheme.field(name)?.constant;
  if (constant !== undefined) return `'${name}' is always ${constant} nowadays`;
  if (!operand) return `${quoted(text, node)} is ${truth} true`;
  const values = truth === "never" ? "No value of" : "Every value of";
  return `${values} ${quoted(text, operand)} makes ${quoted(text, node)} true`;
}

/** An empty set, a star that stands alone and a length below zero are reported where they stand. */
export function isToldElsewhere({ members }: Verdict): boolean {
  const [only, second] = members;
  if (!only || second) return false;
  let node: Expression = only.node;
  while (node.kind === "group" || node.kind === "not") {
    node = node.kind === "group" ? node.inner : node.operand;
  }
  return node.kind === "comparison" && isToldAtValue(node);
}

function isToldAtValue({ operator, right }: Comparison): boolean {
  if (right.kind === "set") return right.items.length === 0;
  if (right.kind === "integer") return right.value < 0n;
  return operator.name.endsWith("wildcard") && right.kind === "string" && right.value === "*";
}
