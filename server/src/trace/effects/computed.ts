import { type Part, UnknownPart } from "../../core/configuration/model.ts";
import type { Computed } from "../compiled.ts";
import { partAt } from "../configuration/parameters.ts";
import type { TraceState } from "../state.ts";

/** The value of `{ value }` or `{ expression }`. Undefined if neither is set. */
export function computed(part: Part | undefined, state: TraceState): Computed | undefined {
  if (part instanceof UnknownPart) return { unknown: part.source };
  const value = partAt(part, "value");
  const expression = partAt(part, "expression");
  if (expression instanceof UnknownPart) return { unknown: expression.source };
  if (typeof expression === "string" && expression !== "")
    return state.compiled.value(expression, state.request);
  if (value instanceof UnknownPart) return { unknown: value.source };
  return value === undefined ? undefined : { value: String(value) };
}

/** Messages about expressions are sentences. */
export function withoutPeriod(text: string): string {
  return text.replace(/\.$/, "");
}
