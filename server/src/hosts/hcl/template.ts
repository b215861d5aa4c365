import { Decoding, type Encode } from "../../text/decoding.ts";
import type { Span } from "../../text/span.ts";
import { indentLines } from "../indented.ts";
import { applyLayer, type Cut, cutsAt, type Layer } from "../layer.ts";
import { code } from "./cursor.ts";
import { type Branch, isDirective, mayHaveElse, unseenEnd } from "./directives.ts";
import { holeEnd, isDoubled, lineAfter, Occurrences, startsHole } from "./extent.ts";
import type { Template } from "./tree.ts";

function decodeTemplate(into: Decoding, template: Template, branch: Branch): void {
  const { content, style } = template;
  const start = into.text.length;
  if (style === "quoted") decodePart(into, content, true, branch);
  else if (style === "heredoc") decodePart(into, content, false, branch);
  else decodeIndented(into, template, branch);
  into.section(start, encoderOf(into.host, template, branch));
}

/**
 * The text of a template. Go programs that generate Terraform files, such as the provider's tests, use `%[1]s` and
 * `%s` for values.
 */
export function templateText(host: string, template: Template, branch: Branch = "if"): Decoding {
  const decoding = rawTemplateText(host, template, branch);
  return goVerb.test(decoding.text) ? applyLayer(decoding, goVerbs) : decoding;
}

/** For the first argument of `format`, which has its own placeholders. */
export function rawTemplateText(host: string, template: Template, branch: Branch): Decoding {
  const decoding = new Decoding(host, template.content.start, template.content.end);
  decodeTemplate(decoding, template, branch);
  return decoding;
}

/** A file that is a template. */
export function decodeWhole(into: Decoding): void {
  decodePart(into, into, false, "both");
}

const goVerb = /%(?:\[\d+\][a-zA-Z]|[sq](?!\w))/;

const goVerbs: Layer = {
  cuts: (text) => cutsAt(text, new RegExp(goVerb, "g"), () => undefined),
  encode: (text) => (goVerb.test(text) ? undefined : text),
};

/** For a template inside a string of another language, such as JSON. */
export const templateLayer: Layer = {
  cuts: (text) => templateCuts(text, "if"),
  encode: encodePlain,
  other: (text) =>
    mayHaveElse.test(text)
      ? { cuts: (it) => templateCuts(it, "else"), encode: encodePlain }
      : undefined,
};

function* templateCuts(text: string, branch: Branch): Iterable<Cut> {
  const sign = /[$%]/g;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const cut = templateCut(text, found.index, branch);
    if (!cut) continue;
    yield cut;
    sign.lastIndex = cut.end;
  }
}

function templateCut(text: string, start: number, branch: Branch): Cut | undefined {
  // The first of the two characters is kept, and the second is dropped.
  if (isDoubled(text, start)) return { start: start + 1, end: start + 2, value: "" };
  if (!startsHole(text, start)) return undefined;
  const end = unseenEnd(text, start, text.length, branch);
  return { start, end, value: undefined, isMark: isMark(text, start, end) };
}

/** Whether a hole is a directive that separates the text around it. A directive that strips whitespace may join words. */
function isMark(text: string, start: number, end: number): boolean {
  if (!isDirective(text, start)) return false;
  const stripsBefore = text[start + 2] === "~" && isBlank(text, start - 1);
  return !stripsBefore && !(text[end - 2] === "~" && isBlank(text, end));
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

const special = /[\\$%]/g;

function decodePart(
  into: Decoding,
  { start, end }: Span,
  hasEscapes: boolean,
  branch: Branch,
): void {
  // Sliced, so that searches stop at the end of the string.
  const source = into.host.slice(start, end);
  const reading = { into, end, hasEscapes, branch };
  let copied = start;
  special.lastIndex = 0;
  // A test makes no array for each of the many characters that may be found.
  while (special.test(source)) {
    const at = start + special.lastIndex - 1;
    const next = Math.min(end, decodeAt(reading, copied, at));
    if (next <= at) continue;
    copied = next;
    special.lastIndex = next - start;
  }
  into.copy(copied, end);
}

interface Reading {
  readonly into: Decoding;
  readonly end: number;
  readonly hasEscapes: boolean;
  readonly branch: Branch;
}

/**
 * Decodes a special character after copying the plain text before it. Returns the end of the special character, or 0 if it is
 * not special.
 */
function decodeAt({ into, end, hasEscapes, branch }: Reading, copied: number, at: number): number {
  const { host } = into;
  if (isDoubled(host, at) && at + 2 < end) {
    into.copy(copied, at + 1);
    // The first of the two characters is copied, and the second is dropped.
    return at + 2;
  }
  if (startsHole(host, at)) {
    const holeStop = unseenEnd(host, at, end, branch);
    into.copy(copied, at);
    if (isMark(host, at, holeStop)) into.mark(at, holeStop);
    else into.hole(at, holeStop);
    return holeStop;
  }
  if (!hasEscapes || host.charCodeAt(at) !== code.backslash) return 0;
  if (host.charCodeAt(at + 1) === code.quote && at + 2 <= end) {
    // By far the most frequent escape.
    into.copy(copied, at);
    into.write('"', at, at + 2);
    return at + 2;
  }
  escaped.lastIndex = at;
  const [written = "", letter = "", four, eight] = escaped.exec(host) ?? [];
  const digits = four ?? eight;
  if (written === "" || at + written.length > end) return 0;
  into.copy(copied, at);
  into.write(
    digits ? characterOf(digits) : (simpleEscapes[letter] ?? letter),
    at,
    at + written.length,
  );
  return at + written.length;
}

const escaped = /\\(?:([nrt"\\])|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y;

const simpleEscapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function characterOf(digits: string): string {
  const value = Number.parseInt(digits, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : "\ufffd";
}

/** Strips the common indentation. Blank lines are ignored and keep their whitespace. */
function decodeIndented(into: Decoding, { content }: Template, branch: Branch): void {
  const lines = linesOf(into.host, content, branch);
  const counted = lines.filter((it) => !it.isBlank);
  const shared = counted.reduce((least, it) => Math.min(least, it.indent), Infinity);
  const isPlain = !/[$%]/.test(into.host.slice(content.start, content.end));
  for (const { start, end, isBlank } of lines) {
    const text = isBlank ? start : start + shared;
    if (isPlain) into.copy(text, end);
    else decodePart(into, { start: text, end }, false, branch);
  }
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly isBlank: boolean;
}

/** A line break inside a hole does not end the line. */
function linesOf(host: string, { start, end }: Span, branch: Branch): Line[] {
  const lines: Line[] = [];
  const braces = new Occurrences(host, "{");
  let isOpen = false;
  const holeAt = (at: number): number | undefined => {
    // After an unclosed hole, each hole ends with its line.
    const close = isOpen ? 0 : holeEnd(host, at, end);
    isOpen ||= close < 0;
    return close > 0 ? unseenEnd(host, at, end, branch) : undefined;
  };
  for (let at = start; at < end; ) {
    const next = Math.min(end, lineAfter(host, at, braces, holeAt));
    let text = at;
    while (text < next && isBlankCharacter(host.charCodeAt(text))) text++;
    const indent = text - at;
    const isBlank = text >= next || host.charCodeAt(text) === code.lineFeed;
    lines.push({ start: at, end: next, indent, isBlank });
    at = next;
  }
  return lines;
}

function isBlankCharacter(sign: number): boolean {
  return sign === code.space || sign === code.tab || sign === code.carriageReturn;
}

function encoderOf(host: string, { style, content }: Template, branch: Branch): Encode {
  if (style === "quoted") return encodeQuoted;
  if (style === "heredoc") return encodePlain;
  return (text, place) => {
    const lines = linesOf(host, content, branch).filter((it) => !it.isBlank);
    const least = lines.reduce((a, b) => (b.indent < a.indent ? b : a), lines[0] ?? noLine);
    const indent = host.slice(least.start, least.start + least.indent);
    return indentLines(encodePlain(text), host, place, { indent, blank: "", end: content.end });
  };
}

const noLine: Line = { start: 0, end: 0, indent: 0, isBlank: true };

/** Escapes text for a heredoc. */
export function encodePlain(text: string): string {
  return text.replace(/([$%])(?=\{)/g, "$1$1");
}

/** Escapes text for a quoted string. */
export function encodeQuoted(text: string): string {
  return encodePlain(text).replace(mustEscape, (it) => escapes[it] ?? unicodeEscape(it));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be escaped.
const mustEscape = /["\\\u0000-\u001f\u007f]/g;

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
