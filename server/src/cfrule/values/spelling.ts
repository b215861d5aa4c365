/** Source text of values, for fixes. */
import { type Fix, safeFix } from "../../core/diagnostic.ts";
import { type Edit, remove, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { isSpace, isWord } from "../syntax/characters.ts";
import { quote } from "../syntax/recovery/wrong-value.ts";
import type { StringLiteral } from "../syntax/tree.ts";

/** Another value in the form of an existing string literal. */
export function rewriteString(literal: StringLiteral, value: string, text: string): string {
  if (literal.form !== "raw") return quote(value);
  const opening = text.slice(literal.start, text.indexOf('"', literal.start) + 1);
  const closing = `"${opening.slice(1, -1)}`;
  return value.includes(closing) ? quote(value) : `${opening}${value}${closing}`;
}

/** With as many hashes as needed. */
export function rawString(value: string): string {
  let most = -1;
  for (const [, hashes = ""] of value.matchAll(/"(#*)/g)) most = Math.max(most, hashes.length);
  const hashes = "#".repeat(most + 1);
  return `r${hashes}"${value}"${hashes}`;
}

/** Replaces a literal with a raw string. Unlike a quote, the `r` must not touch the operator before it. */
export function asRaw(literal: Span, value: string, text: string): Edit {
  const apart = isWord(text.charCodeAt(literal.start - 1)) ? " " : "";
  return replace(literal, `${apart}${rawString(value)}`);
}

/** The fix for a redundant value of a set. A guess if one of the two may be an error. */
export function needlessItem(item: Span, other: Span, text: string): Fix {
  const fix = safeFix("Remove it", [removeItem(item, text)]);
  const octal = [item, other].some((it) => hasOctal.test(text.slice(it.start, it.end)));
  return octal ? { ...fix, guess: true } : fix;
}

const hasOctal = /(?:^|\.\.)0\d+(?:\.\.|$)/;

/** Removes an item from a set with the space on one side of it. */
export function removeItem(item: Span, text: string): Edit {
  let start = item.start;
  while (isSpace(text.charCodeAt(start - 1))) start--;
  let end = item.end;
  while (text.charAt(end) === " " || text.charAt(end) === "\t") end++;
  const endsLine = /[\r\n}]/.test(text.charAt(end));
  const startsLine = /[\r\n]/.test(text.slice(start, item.start));
  // A comment may end the previous line, and would include the text after the item.
  if (text.charAt(start - 1) === "{" || (startsLine && !endsLine)) {
    return remove({ start: item.start, end });
  }
  return remove({
    start: startsLine && text.charAt(end) === "}" ? item.start : start,
    end: item.end,
  });
}
