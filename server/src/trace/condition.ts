import { type ConfiguredRule, shownExpression, UnknownPart } from "../core/configuration/model.ts";
import { wholeExpression } from "./compiled.ts";
import type { Fork } from "./state.ts";
import type { TraceCondition } from "./types.ts";

/** The outcomes that depend on a rule whose match is not known. */
export function conditionOf(
  { expression }: ConfiguredRule,
  { field, name, open, isEffect }: Pick<Fork, "field" | "name" | "open" | "isEffect">,
  matched: string | undefined,
  unmatched: string,
): TraceCondition {
  const isKnown =
    !(expression instanceof UnknownPart) &&
    !isEffect &&
    (expression.hasHoles || field !== wholeExpression);
  return {
    field,
    rule: name,
    ...(isKnown && {
      expression: (open ?? shownExpression(expression)).replace(/\s+/g, " ").trim(),
    }),
    // biome-ignore lint/suspicious/noThenProperty: It is data, and part of the output.
    then: matched ?? "an action that is not known",
    else: unmatched,
  };
}
