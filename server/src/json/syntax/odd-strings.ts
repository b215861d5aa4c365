import { isHole } from "../../text/hole.ts";
import { code, type ForeignQuotes, isWordCharacter, lineEnd } from "./characters.ts";
import { closeString, decode } from "./escapes.ts";
import * as messages from "./messages.ts";
import type { Problems } from "./problems.ts";

/** The end of a string token, and its decoded value. */
export interface ReadString {
  readonly end: number;
  readonly value: string;
}

/** Reads a string with escapes or errors. It has neither before `from`. */
export function readOddString(
  text: string,
  start: number,
  from: number,
  problems: Problems,
): ReadString {
  const first = closingQuote(text, from, ownQuote);
  if (first === -1) return unclosedString(text, start, lineEnd(text, start), problems);
  if (opensNext(text, first)) return unclosedString(text, start, first, problems);
  const close = lastQuote(text, first);
  for (let at = from; at < close; at++) {
    const here = text.charCodeAt(at);
    if (here === code.backslash) at++;
    else if (here === code.quote || here < code.space) oddCharacter(text, at, problems);
  }
  const value = decode(text.slice(start + 1, close), (inside) => {
    const place = { start: start + 1 + inside.start, end: start + 1 + inside.end };
    problems.add(place, () => messages.badEscape(place, text.slice(place.start, place.end)));
  });
  return { end: close + 1, value };
}

function oddCharacter(text: string, at: number, problems: Problems): void {
  const place = { start: at, end: at + 1 };
  if (text.charCodeAt(at) === code.quote) problems.add(place, messages.quoteInside);
  else problems.add(place, () => messages.controlCharacter(place, text.charAt(at)));
}

/** Reads a string in foreign quotes. Its fix rewrites the whole string, so nothing inside it is reported. */
export function readForeignString(
  text: string,
  start: number,
  quotes: ForeignQuotes,
  problems: Problems,
): ReadString {
  const close = closingQuote(text, start + 1, quotes.closes);
  if (close === -1) return unclosedString(text, start, lineEnd(text, start), problems);
  const value = decode(text.slice(start + 1, close));
  problems.add({ start, end: close + 1 }, (place) =>
    messages.foreignQuotes(place, quotes.instead, JSON.stringify(value)),
  );
  return { end: close + 1, value };
}

/** An unclosed string extends to the end of the line, without the punctuation there. */
function unclosedString(
  text: string,
  start: number,
  limit: number,
  problems: Problems,
): ReadString {
  let end = limit;
  while (end > start + 1 && closesLine.has(text.charCodeAt(end - 1))) end--;
  const written = text.slice(start, end);
  const value = decode(written.slice(1));
  const own = text.charCodeAt(start) === code.quote;
  problems.add({ start, end }, (place) => {
    const closed = own ? closeString(written) : JSON.stringify(value);
    return messages.unclosedString(place, written, closed);
  });
  return { end, value };
}

/** In `"key": "a, "operator"` the third quote closes nothing: it opens the next string. */
function opensNext(text: string, quote: number): boolean {
  return isBeforeWord(text, quote) && closesLine.has(text.charCodeAt(quote - 1));
}

/** The closing quote of the string. A quote directly before a word is used only if there is no other. */
function lastQuote(text: string, first: number): number {
  let close = first;
  // Bounded, because a line of such quotes would take quadratic time.
  for (let tries = 0; close !== -1 && tries < 4; tries++) {
    if (!isBeforeWord(text, close)) return close;
    close = closingQuote(text, close + 1, ownQuote);
  }
  return first;
}

/** A directive of the host, such as `%{ endif }`, may directly follow a string. */
function isBeforeWord(text: string, quote: number): boolean {
  const next = text.charCodeAt(quote + 1);
  return isWordCharacter(next) && !isHole(next);
}

/** The first quote on this line that is not escaped, or -1. */
function closingQuote(text: string, from: number, quotes: ReadonlySet<number>): number {
  let at = from;
  for (;;) {
    const here = text.charCodeAt(at);
    if (quotes.has(here)) return at;
    if (at >= text.length || here === code.lineFeed || here === code.carriageReturn) return -1;
    // A backslash at the end of a line does not continue the string.
    at += here === code.backslash && text.charCodeAt(at + 1) >= code.space ? 2 : 1;
  }
}

const ownQuote: ReadonlySet<number> = new Set([code.quote]);

/** Characters that are unlikely to belong to an unclosed string. */
const closesLine: ReadonlySet<number> = new Set([
  code.comma,
  code.colon,
  code.closeBrace,
  code.closeBracket,
  code.space,
  code.tab,
]);
