import type { Truth } from "../../core/logic/part.ts";
import type { Comparison, Expression } from "../syntax/tree.ts";
import type { Member, Verdict } from "./facts.ts";
import { quoted } from "./wording.ts";

/** Why a single condition is always true or false, as the start of a sentence. */
export function singleReason(text: string, member: Member, truth: Truth): string {
  const { node, operand } = member;
  const field = operand?.kind === "field" ? operand.definition : undefined;
  if (field?.constant !== undefined) return `'${field.name}' is now always ${field.constant}`;
  if (!operand) return `${quoted(text, node)} is ${truth} true`;
  const outcome = truth === "never" ? "false" : "true";
  return `${quoted(text, node)} is ${outcome} for every value of ${quoted(text, operand)}`;
}

/** Empty sets, single stars and negative lengths are reported by other checks. */
export function isReportedElsewhere({ members }: Verdict): boolean {
  const [only, second] = members;
  if (!only || second) return false;
  let node: Expression = only.node;
  while (node.kind === "group" || node.kind === "not") {
    node = node.kind === "group" ? node.inner : node.operand;
  }
  return node.kind === "comparison" && isReportedAtValue(node);
}

function isReportedAtValue({ operator, right }: Comparison): boolean {
  if (right.kind === "set") return right.items.length === 0;
  if (right.kind === "integer") return right.value < 0n;
  return operator.name.endsWith("wildcard") && right.kind === "string" && right.value === "*";
}
