import { type Fix, likelyFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { maxRawHashes } from "../../catalog/limits.ts";
import { bytesOf, isAscii, textOfBytes } from "../bytes.ts";
import { code, codeAt, isHexDigit, isPlain, isSpace, isWord } from "../characters.ts";
import { endOfLine, isLineEnd, type Reader } from "../reader.ts";
import type { StringLiteral } from "../tree.ts";

/** A string in any form; undefined, without moving, if none starts here. */
export function stringLiteral(p: Reader): StringLiteral | undefined {
  return stringInQuotes(p) ?? hexBytes(p);
}

/** Hexadecimal bytes are not allowed everywhere. */
export function stringInQuotes(p: Reader): StringLiteral | undefined {
  if (p.is(code.quote)) return quotedString(p);
  return atRawString(p) ? rawString(p) : undefined;
}

/** `"…"`. The reader is at the quote. */
export function quotedString(p: Reader): StringLiteral {
  const start = p.at;
  const string = plainString(p) ?? stringWithEscapes(p);
  return isWord(codeAt(p.text, p.at)) ? (cutShort(p, start) ?? string) : string;
}

/**
 * If a word directly follows the closing quote, the quote was likely meant to open the next string. The string then
 * ends before the logical operator in it. Undefined if there is none.
 */
function cutShort(p: Reader, start: number): StringLiteral | undefined {
  const { text, at: close } = p;
  if (mayFollow.test(text.slice(close, close + 300))) return undefined;
  const inside = text.slice(start + 1, close - 1);
  // A single blank before the operator: a pattern for several would restart at each.
  let end = /\s(?:and|or|xor|&&|\|\||\^\^)\s/.exec(inside)?.index;
  if (end === undefined) return undefined;
  end = inside.slice(0, end).trimEnd().length;
  p.at = start + 1 + end;
  reportUnclosedAt(p, start, p.at);
  return stringOf(start, p.at, "quoted", inside.slice(0, end));
}

/** Text that the engine accepts directly after a string: an operator, and in a set another string. */
const mayFollow = /^(?:and|or|xor|r#*"|[0-9A-Fa-f+][0-9A-Fa-f][:.-])/;

/** Fast path: most strings have only ASCII and no escapes. */
function plainString(p: Reader): StringLiteral | undefined {
  const { text, bytes, at: start } = p;
  let close = start + 1;
  while (isPlain(bytes[close] ?? 0)) close++;
  if (bytes[close] !== code.quote) return undefined;
  p.at = close + 1;
  const value = text.slice(start + 1, close);
  return { kind: "string", start, end: p.at, form: "quoted", value, bytes: value };
}

function stringWithEscapes(p: Reader): StringLiteral {
  const start = p.at;
  const close = closingQuote(p, start + 1);
  const end = close === -1 ? reportUnclosed(p, start) : close + 1;
  const inside = p.text.slice(start + 1, close === -1 ? end : close);
  p.at = end;
  if (!inside.includes("\\")) return stringOf(start, end, "quoted", inside);
  const bytes = unescaped(p, start + 1, inside);
  return { kind: "string", start, end, form: "quoted", value: textOfBytes(bytes), bytes };
}

/** The offset in the text of a character of a string's value; a character with several escaped bytes counts as one escape. */
export function stringOffset(text: string, literal: StringLiteral, offset: number): number {
  let at = text.indexOf('"', literal.start) + 1;
  if (literal.form === "raw") return at + offset;
  for (let seen = 0; seen < offset && at < literal.end - 1; seen++) {
    at += codeAt(text, at) === code.backslash ? escapeAt(text, at).length : 1;
  }
  return at;
}

/** Whether a raw string starts here, not just a word with an `r`. */
export function atRawString(p: Reader): boolean {
  if (!p.is(code.smallR)) return false;
  return codeAt(p.text, afterHashes(p.text, p.at + 1)) === code.quote;
}

/** `r"…"` or `r#"…"#`, with any number of hashes and no escapes. */
export function rawString(p: Reader): StringLiteral {
  const { text } = p;
  const start = p.at;
  const open = afterHashes(text, start + 1);
  const hashes = text.slice(start + 1, open);
  if (hashes.length > maxRawHashes) tooManyHashes(p, start, open);
  const close = closingHashes(p, open + 1, `"${hashes}`);
  const end = close === -1 ? reportUnclosed(p, start) : close + 1 + hashes.length;
  p.at = end;
  return stringOf(start, end, "raw", text.slice(open + 1, close === -1 ? end : close));
}

/** `65:78:61`: at least two bytes. Undefined, without moving, if there are none. */
export function hexBytes(p: Reader): StringLiteral | undefined {
  const { text } = p;
  const start = p.at;
  let at = start;
  let bytes = "";
  for (;;) {
    const byte = hexByte(text, at);
    if (byte === -1) return undefined;
    bytes += String.fromCharCode(byte);
    at += 2;
    if (!isSeparator(codeAt(text, at))) break;
    at++;
  }
  if (bytes.length < 2) return undefined;
  p.at = at;
  return { kind: "string", start, end: at, form: "hex", value: textOfBytes(bytes), bytes };
}

/** The closing quote of a string that continues at `from`, or -1. Only a backslash escapes a quote. */
export function closingQuote(p: Reader, from: number): number {
  const { text, ranOut } = p;
  for (let at = from; at < text.length; at++) {
    const char = codeAt(text, at);
    if (char === code.quote) return at;
    if (char === code.backslash) at++;
    else if (ranOut && isLineEnd(char)) return -1;
  }
  return -1;
}

function closingHashes(p: Reader, from: number, closer: string): number {
  const { text } = p;
  if (!p.ranOut) return text.indexOf(closer, from);
  for (let at = from; at < text.length && !isLineEnd(codeAt(text, at)); at++) {
    if (text.startsWith(closer, at)) return at;
  }
  return -1;
}

/** Reports the opening quote, and returns the end of its line as the most likely end of the string. */
export function reportUnclosed(p: Reader, start: number): number {
  p.ranOut = true;
  let end = endOfLine(p.text, start);
  while (isSpace(codeAt(p.text, end - 1))) end--;
  reportUnclosedAt(p, start, end);
  return end;
}

function reportUnclosedAt(p: Reader, start: number, end: number): void {
  const open = p.text.indexOf('"', start);
  p.problem("expression-syntax", { start, end: open + 1 }, () => ({
    message: "Unterminated string. Add the closing quote.",
    fixes: [
      likelyFix(`Close the string after ${shorten(p.text.slice(start, end))}`, [
        replace({ start: end, end }, `"${p.text.slice(start + 1, open)}`),
      ]),
    ],
  }));
}

/** The value of two hexadecimal digits, or -1. The engine's number parser accepts a plus sign as the first. */
function hexByte(text: string, at: number): number {
  const first = codeAt(text, at);
  if (!isHexDigit(codeAt(text, at + 1))) return -1;
  if (first !== code.plus && !isHexDigit(first)) return -1;
  return Number.parseInt(text.slice(at, at + 2), 16);
}

function isSeparator(char: number): boolean {
  return char === code.colon || char === code.minus || char === code.dot;
}

function stringOf(
  start: number,
  end: number,
  form: StringLiteral["form"],
  value: string,
): StringLiteral {
  return {
    kind: "string",
    start,
    end,
    form,
    value,
    bytes: isAscii(value) ? value : bytesOf(value),
  };
}

function afterHashes(text: string, from: number): number {
  let at = from;
  while (codeAt(text, at) === code.hash) at++;
  return at;
}

function tooManyHashes(p: Reader, start: number, end: number): void {
  p.problem("expression-syntax", { start, end }, () => ({
    message: `A raw string can have at most ${maxRawHashes} '#', found ${end - start - 1}.`,
  }));
}

function unescaped(p: Reader, offset: number, inside: string): string {
  let bytes = "";
  let from = 0;
  for (let at = inside.indexOf("\\"); at !== -1; at = inside.indexOf("\\", from)) {
    if (p.problems.full) break;
    bytes += bytesOf(inside.slice(from, at));
    const { length, byte } = escapeAt(inside, at);
    // A single backslash at the end is only possible in an unterminated string, which is already reported.
    if (byte === -1 && length > 1) badEscape(p, offset + at, offset + at + length);
    bytes += byte === -1 ? bytesOf(inside.slice(at, at + length)) : String.fromCharCode(byte);
    from = at + length;
  }
  return bytes + bytesOf(inside.slice(from));
}

/** An escape's length and byte; the byte is -1 for an invalid escape. */
function escapeAt(inside: string, at: number): { length: number; byte: number } {
  const next = codeAt(inside, at + 1);
  if (next === code.quote || next === code.backslash) return { length: 2, byte: next };
  if (next === code.smallX) {
    const byte = hexByte(inside, at + 2);
    return { length: byte === -1 ? 2 : 4, byte };
  }
  const octal = /^[0-7]{3}/.exec(inside.slice(at + 1, at + 4))?.[0];
  if (octal) {
    const byte = Number.parseInt(octal, 8);
    return { length: 4, byte: byte > 0xff ? -1 : byte };
  }
  const wide = (inside.codePointAt(at + 1) ?? 0) > 0xffff;
  return { length: Math.min(wide ? 3 : 2, inside.length - at), byte: -1 };
}

/** Escapes of other languages. */
const suggestedEscapes: Readonly<Record<string, string>> = {
  "\\n": "\\x0a",
  "\\r": "\\x0d",
  "\\t": "\\x09",
  "\\0": "\\x00",
  "\\'": "'",
  "\\/": "/",
};

function badEscape(p: Reader, start: number, end: number): void {
  p.problem("bad-escape", { start, end }, () => {
    const written = p.text.slice(start, end);
    const reference = groupReference(p, start);
    const suggested = reference?.suggested ?? suggestedEscapes[written];
    const doubled = `\\${written}`;
    const fixes = [
      ...(suggested ? [escapeFix({ start, end: reference?.end ?? end }, suggested)] : []),
      escapeFix({ start, end }, doubled),
    ];
    const advice = suggested ? `Use '${suggested}'` : `Use '${doubled}' for a backslash`;
    return { message: escapeMessage(written, advice), fixes };
  });
}

function escapeFix(span: Span, text: string): Fix {
  return likelyFix(`Use '${text}'`, [replace(span, text)]);
}

/** `\\1` and `\\g<1>` in a replacement, group references in other languages. */
function groupReference(
  { text }: Reader,
  start: number,
): { suggested: string; end: number } | undefined {
  const found = /^\\(?:(\d)|[gk](?:<(\d)>|\{(\d)\}))/.exec(text.slice(start, start + 5));
  if (!found) return undefined;
  const inReplacement = /(?:regex|wildcard)_replace\s*\(/.test(
    text.slice(Math.max(0, start - 300), start),
  );
  const group = found[1] ?? found[2] ?? found[3];
  return inReplacement ? { suggested: `\${${group}}`, end: start + found[0].length } : undefined;
}

function escapeMessage(written: string, advice: string): string {
  if (written === "\\x") return `'\\x' needs two hexadecimal digits. ${advice}.`;
  if (/^\\\d{3}$/.test(written))
    return `'${written}' does not fit in a byte; the maximum is '\\377'. ${advice}.`;
  return `Invalid escape '${written}'. ${advice}; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.`;
}
