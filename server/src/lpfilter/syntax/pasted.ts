import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { pastedText } from "../../json/pasted/pasted.ts";
import { type Json, parseJson } from "../../json/syntax/parse.ts";
import { propertyOf } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { escapedFilter } from "./escaped.ts";

/** Text of another kind in place of a filter. */
export interface PastedText {
  readonly mark: Span;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export function pastedInFilter(json: Json): PastedText | undefined {
  const pasted = pastedText(json, "filter");
  if (!pasted) return undefined;
  const { mark, message, title, around, inner, isPart } = pasted;
  const kept = inner === undefined || isPart ? inner : filterIn(inner);
  const fixes: Fix[] = kept === undefined ? [] : [likelyFix(title, [replace(around, kept)])];
  return { mark, message, fixes };
}

/** The filter in a JSON text: the text itself, or the value of 'filter' in a job. */
export function filterIn(text: string): string | undefined {
  const json = parseJson(text);
  const { root } = json;
  if (root?.kind === "object" && propertyOf(root, "where")) return text;
  const inner = root?.kind === "object" ? propertyOf(root, "filter")?.value : undefined;
  if (inner?.kind === "object") return text.slice(inner.start, inner.end);
  return escapedFilter(json)?.plain;
}
