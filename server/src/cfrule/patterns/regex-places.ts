import { applyEdits, type Edit, insert } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { regexOffset } from "../syntax/literals/regex-literal.ts";
import type { RegexLiteral } from "../syntax/tree.ts";
import { holdsAddress } from "../values/ip-ranges.ts";
import { asRaw } from "../values/spelling.ts";
import type { RegexUse } from "../values/value-uses.ts";

/** The span in the text of a span in a regex. */
export function regexSpan(text: string, literal: RegexLiteral, { start, end }: Span): Span {
  const from = regexOffset(text, literal, start);
  return { start: from, end: from + end - start };
}

/** Limit of places per regex. */
export const maxPlaces = 20;

export function looksAtAddress({ use: { tested } }: RegexUse): boolean {
  if (tested === undefined) return false;
  return holdsAddress(tested) || /_dn(?:_\w+)?$/.test(tested.field.name);
}

/** Escapes characters of a pattern. In quotes a backslash is ambiguous, so the pattern becomes a raw string. */
export function escapedAt(text: string, literal: RegexLiteral, places: readonly Span[]): Edit[] {
  if (literal.form === "raw") {
    return places.map((it) => insert(regexSpan(text, literal, it).start, "\\"));
  }
  const marks = places.map(({ start }) => insert(start, "\\"));
  return [asRaw(literal, applyEdits(literal.pattern, marks), text)];
}
