import { beyond, code, codeAt } from "../characters.ts";
import type { Reader } from "../reader.ts";

/** A string in unsupported quotes. */
export interface WronglyQuoted {
  readonly inside: string;
  /** Typographic quotes. */
  readonly curly: boolean;
  /** Ends with the matching quote, and nothing in it is ambiguous. */
  readonly sure: boolean;
}

/** Other quotes, each with its closing quote. */
const closers: ReadonlyMap<number, string> = new Map(
  ["''", "``", "“”", "„“", "””", "‘’", "’’", "«»"].map((it) => [it.charCodeAt(0), it.charAt(1)]),
);

export function atWrongQuotes(p: Reader): boolean {
  const { char } = p;
  if (char < 128) return char === code.apostrophe || char === code.grave || atEscapedQuote(p);
  return char !== beyond && closers.has(char);
}

/** `\"`, as in JSON. */
function atEscapedQuote(p: Reader): boolean {
  return p.is(code.backslash) && codeAt(p.text, p.at + 1) === code.quote;
}

/**
 * Skips such a string. It ends at the next closing quote, or else is one word. Line breaks are ignored, so that it is
 * parsed the same when pushed.
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

/** With other quotes, lines or operators in it, the string may end earlier. */
const doubtful = /["“”„‘’«»\r\n]|\s(?:and|or|xor|eq|ne|in|contains|matches|[=!<>~&|]+)\s/;
