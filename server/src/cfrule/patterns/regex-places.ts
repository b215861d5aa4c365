import { applyEdits, type Edit, insert } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { regexOffset } from "../syntax/literals/regex-literal.ts";
import type { RegexLiteral } from "../syntax/tree.ts";
import { holdsAddress } from "../values/address-values.ts";
import { asRaw } from "../values/spelling.ts";
import type { RegexUse } from "../values/value-uses.ts";

/** Where a place in a regex stands in the text. */
export function regexSpan(text: string, literal: RegexLiteral, { start, end }: Span): Span {
  const from = regexOffset(text, literal, start);
  return { start: from, end: from + end - start };
}

/** More places than this in one regex are not worth a fix in one go. */
export const mostPlaces = 20;

export function looksAtAddress({ use: { subject } }: RegexUse): boolean {
  return subject !== undefined && holdsAddress(subject);
}

/** Puts a backslash before places of a pattern. In quotes one is read in two ways, so such a pattern becomes a raw string. */
export function escapedAt(text: string, literal: RegexLiteral, places: readonly Span[]): Edit[] {
  if (literal.form === "raw") {
    return places.map((it) => insert(regexSpan(text, literal, it).start, "\\"));
  }
  const marks = places.map(({ start }) => insert(start, "\\"));
  return [asRaw(literal, applyEdits(literal.pattern, marks), text)];
}
