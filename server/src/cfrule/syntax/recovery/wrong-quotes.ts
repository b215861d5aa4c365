import { beyond, code, codeAt } from "../characters.ts";
import type { Reader } from "../reader.ts";

/** A string in quotes that the language does not know. */
export interface WronglyQuoted {
  readonly inside: string;
  /** The quotes are those of a word processor. */
  readonly curly: boolean;
  /** It ends with the quote that belongs to its first one, and nothing in it makes that doubtful. */
  readonly sure: boolean;
}

/** Quotes of other languages and of word processors, each with the one that closes it. */
const closers: ReadonlyMap<number, string> = new Map(
  ["''", "``", "“”", "„“", "””", "‘’", "’’", "«»"].map((it) => [it.charCodeAt(0), it.charAt(1)]),
);

export function atWrongQuotes(p: Reader): boolean {
  const { char } = p;
  if (char < 128) return char === code.apostrophe || char === code.grave || atEscapedQuote(p);
  return char !== beyond && closers.has(char);
}

/** `\"`, as it stands in a JSON document. */
function atEscapedQuote(p: Reader): boolean {
  return p.is(code.backslash) && codeAt(p.text, p.at + 1) === code.quote;
}

/**
 * Passes over such a string. It ends at the next quote that closes it, or else it is one word. Line ends play no part,
 * so that it is read alike when it is pushed.
 */
export function takeWrongQuotes(p: Reader): WronglyQuoted {
  if (atEscapedQuote(p)) return takeEscapedQuotes(p);
  const { text } = p;
  const start = p.at;
  const closer = closers.get(codeAt(text, start)) ?? "'";
  const close = p.find(closer, start + 1);
  const closed = close !== -1;
  p.at = start + 1;
  p.at = closed ? close + 1 : p.restEnd();
  const inside = text.slice(start + 1, closed ? close : p.at);
  return { inside, curly: codeAt(text, start) > 127, sure: closed && !doubtful.test(inside) };
}

function takeEscapedQuotes(p: Reader): WronglyQuoted {
  const start = p.at + 2;
  const close = p.find('\\"', start);
  p.at = start;
  const end = close === -1 ? p.restEnd() : close;
  p.at = close === -1 ? end : end + 2;
  const inside = p.text.slice(start, end);
  return { inside, curly: false, sure: close !== -1 && !doubtful.test(inside) };
}

/** With other quotes, lines or operators in it, the string may have been meant to end sooner. */
const doubtful = /["“”„‘’«»\r\n]|\s(?:and|or|xor|eq|ne|in|contains|matches|[=!<>~&|]+)\s/;
