import type { Span } from "../../../text/span.ts";
import { isNamePart } from "../../syntax/characters.ts";

/** The token at the cursor, which a completion replaces. */
export interface Typed extends Span {
  /** From its start to the cursor. */
  readonly text: string;
  readonly kind: "word" | "list" | "symbol" | "string";
  /** The closing quote of the string, if present. */
  readonly closing: string;
}

/** Strings end with their line here, so that an unterminated one does not include the rest of the text. */
export function typedAt(text: string, offset: number): Typed {
  const quote = openQuote(text, lineStart(text, offset), offset);
  if (quote !== undefined) {
    const end = stringEnd(text, offset);
    const closing = end > offset && text[end - 1] === '"' ? '"' : "";
    return { ...typed(text, quote, offset, "string", end), closing };
  }
  const start = wordStart(text, offset);
  const end = wordEnd(text, offset);
  if (text[start - 1] === "$") return typed(text, start - 1, offset, "list", end);
  if (start < offset || end > offset) {
    // The only operator with two words.
    const first = "strict ";
    const two = text.startsWith(first, start - first.length) && /^w/.test(text.slice(start, end));
    return typed(text, two ? start - first.length : start, offset, "word", end);
  }
  return symbolAt(text, offset) ?? typed(text, offset, offset, "word", offset);
}

function typed(
  text: string,
  start: number,
  offset: number,
  kind: Typed["kind"],
  end: number,
): Typed {
  return { kind, start, end, text: text.slice(start, offset), closing: "" };
}

function wordStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && isNamePart(text.charCodeAt(start - 1))) start--;
  return start;
}

function wordEnd(text: string, offset: number): number {
  let end = offset;
  while (isNamePart(text.charCodeAt(end))) end++;
  return end;
}

function symbolAt(text: string, offset: number): Typed | undefined {
  const run = /[=<>!~&|^]{1,3}$/.exec(text.slice(Math.max(0, offset - 3), offset))?.[0];
  return run === undefined ? undefined : typed(text, offset - run.length, offset, "symbol", offset);
}

/** The start of the string around the offset. A raw string starts with its letter. */
function openQuote(text: string, from: number, offset: number): number | undefined {
  for (let at = from; at < offset; at++) {
    const char = text[at];
    if (char === "#") return undefined;
    if (char !== '"' && char !== "r") continue;
    const opening = /^(?:r(#*))?"/.exec(text.slice(at, at + longestOpening));
    if (!opening || (char === "r" && isNamePart(text.charCodeAt(at - 1)))) continue;
    const close = closing(text, at + opening[0].length, offset, opening[1]);
    if (close === -1) return at + opening[0].length <= offset ? at : undefined;
    at = close;
  }
  return undefined;
}

const longestOpening = 300;

/** The last character of the string, or -1 if it extends to the offset. */
function closing(text: string, from: number, offset: number, hashes: string | undefined): number {
  for (let at = from; at < offset; at++) {
    if (text[at] === "\\" && hashes === undefined) at++;
    else if (text[at] === '"' && text.startsWith(hashes ?? "", at + 1)) {
      const end = at + (hashes ?? "").length;
      return end < offset ? end : -1;
    }
  }
  return -1;
}

/** Up to the closing quote, unless it is too far away and likely opens another string. */
function stringEnd(text: string, offset: number): number {
  const rest = /^[^"\r\n]*/.exec(text.slice(offset, offset + maxChecked))?.[0] ?? "";
  const close = offset + rest.length;
  const whole = text[close] === '"' && !/[()[\]{}]|\s(?:and|or|xor|eq|ne|in|contains)\s/.test(rest);
  if (whole) return close + 1;
  return offset + (/^[^\s"(){}[\],]*/.exec(rest)?.[0].length ?? 0);
}

const maxChecked = 1000;

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}
