import type { Decoding } from "../../text/decoding.ts";

/** Plain, single-quoted and double-quoted scalars. All three fold line breaks in the same way. */
export type FlowStyle = "plain" | "single" | "double";

/** A run of line breaks with the surrounding whitespace, or whitespace inside a line, which is skipped as a whole. */
const lineBreaks = "[ \\t]*\\r?\\n(?:[ \\t]*\\r?\\n)*[ \\t]*|[ \\t]+";

const special: Readonly<Record<FlowStyle, RegExp>> = {
  plain: new RegExp(lineBreaks, "g"),
  single: new RegExp(`'(?:'|)|${lineBreaks}`, "g"),
  double: new RegExp(
    `"|\\\\(?:\\r?\\n(?:[ \\t]*\\r?\\n)*[ \\t]*|x[\\da-fA-F]{2}|u[\\da-fA-F]{4}|U[\\da-fA-F]{8}|.|$)|${lineBreaks}`,
    "g",
  ),
};

/** Decodes the content between the quotes; false if it is invalid. */
export function decodeFlow(into: Decoding, style: FlowStyle, start: number, end: number): boolean {
  let copied = start;
  for (const { 0: found, index } of into.host.slice(start, end).matchAll(special[style])) {
    if (found.trim() === "" && !found.includes("\n")) continue;
    const at = start + index;
    const next = at + found.length;
    into.copy(copied, at);
    copied = next;
    if (found === "''") into.write("'", at, next);
    else if (found === "'" || found === '"') return false;
    else if (!found.startsWith("\\")) fold(into, at, next);
    else if (/^\\\r?\n/.test(found)) emptyLines(into, found.indexOf("\n") + at + 1, next);
    else {
      const meant = decodeEscape(found);
      if (meant === undefined) return false;
      into.write(meant, at, next);
    }
  }
  into.copy(copied, end);
  return true;
}

/** A single line break becomes a space. Of several, all but the first are kept. */
function fold(into: Decoding, start: number, end: number): void {
  const first = into.host.indexOf("\n", start) + 1;
  if (into.host.slice(first, end).includes("\n")) emptyLines(into, first, end, start);
  else into.write(" ", start, end);
}

function emptyLines(into: Decoding, from: number, end: number, start = from): void {
  let last = start;
  for (let at = into.host.indexOf("\n", from); at !== -1 && at < end; ) {
    const next = into.host.indexOf("\n", at + 1);
    const isLast = next === -1 || next >= end;
    into.write("\n", last, isLast ? end : at + 1);
    last = at + 1;
    at = next;
  }
}

function decodeEscape(written: string): string | undefined {
  if (written.length === 2) return escapes[written.charAt(1)];
  const code = Number.parseInt(written.slice(2), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  "\t": "\t",
};

/** Undefined for text that this style cannot represent. */
export function encodeFlow(style: FlowStyle, text: string): string | undefined {
  if (style === "double") return JSON.stringify(text).slice(1, -1);
  if (/[\r\n]/.test(text)) return undefined;
  return style === "single" ? text.replaceAll("'", "''") : text;
}
