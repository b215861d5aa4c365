import { type ConfiguredRule, UnknownPart } from "../core/configuration/model.ts";
import type { TraceCondition } from "./types.ts";

/** What depends on a rule whose match is not known. */
export function conditionOf(
  { expression }: ConfiguredRule,
  { field, name }: { readonly field: string; readonly name: string },
  matched: string,
  unmatched: string,
): TraceCondition {
  const isKnown = !(expression instanceof UnknownPart) && !expression.hasHoles;
  return {
    field,
    rule: name,
    ...(isKnown && { expression: expression.text.replace(/\s+/g, " ").trim() }),
    // biome-ignore lint/suspicious/noThenProperty: It is data, and part of the output.
    then: matched,
    else: unmatched,
  };
}
