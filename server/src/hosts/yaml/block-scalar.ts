import type { Decoding } from "../../text/decoding.ts";
import { indentLines } from "../indented.ts";

/** The header of a block scalar (`|` or `>`). */
export interface BlockHeader {
  readonly isFolded: boolean;
  readonly chomping: "clip" | "strip" | "keep";
  readonly length: number;
  /** The indentation indicator, relative to the parent node. */
  readonly indentation: number | undefined;
}

const header = /^([|>])(?:([-+])?([1-9])?|([1-9])([-+]))(?:[ \t][^\n]*|\r)?(?:\n|$)/;

export function blockHeader(source: string): BlockHeader | undefined {
  const found = header.exec(source);
  if (!found) return undefined;
  const sign = found[2] ?? found[5];
  const digit = found[3] ?? found[4];
  return {
    isFolded: found[1] === ">",
    chomping: sign === "-" ? "strip" : sign === "+" ? "keep" : "clip",
    length: found[0].length,
    indentation: digit === undefined ? undefined : Number(digit),
  };
}

interface Line {
  readonly start: number;
  /** The end of the line, before its line break. */
  readonly end: number;
  readonly next: number;
  readonly isBlank: boolean;
  readonly indent: number;
}

export function linesOf(host: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const feed = host.indexOf("\n", at);
    const next = feed === -1 || feed >= end ? end : feed + 1;
    const last = next === end && host[end - 1] !== "\n" ? end : next - 1;
    const lineEnd = host[last - 1] === "\r" && last > at ? last - 1 : last;
    let text = at;
    while (text < lineEnd && host[text] === " ") text++;
    lines.push({ start: at, end: lineEnd, next, isBlank: text === lineEnd, indent: text - at });
    at = next;
  }
  return lines;
}

/** The indentation of the first line that is not blank. */
export function indentOf(lines: readonly Line[]): number {
  const blank = lines.reduce((most, it) => (it.isBlank ? Math.max(most, it.indent) : most), 0);
  return lines.find((it) => !it.isBlank)?.indent ?? blank;
}

/** Decodes the lines; false if a line is not indented enough. */
export function decodeBlock(
  into: Decoding,
  lines: readonly Line[],
  { isFolded, chomping }: BlockHeader,
  indent: number,
): boolean {
  const content = lines.filter((it) => !it.isBlank || it.indent > indent);
  if (content.some((it) => it.indent < indent)) return false;
  const lastIndex = content.length === 0 ? -1 : lines.lastIndexOf(content.at(-1) as Line);
  for (let i = 0; i < lastIndex; )
    i = isFolded ? folded(into, lines, i, indent) : literal(into, lines, i, indent);
  const last = lines[lastIndex];
  if (last) {
    into.copy(last.start + indent, last.end);
    if (chomping !== "strip") lineBreak(into, last);
  }
  const after = chomping === "keep" ? lines.slice(lastIndex + 1) : [];
  for (const it of after) if (it.next > it.end) lineBreak(into, it);
  return true;
}

/** Returns the index of the next line. */
function literal(into: Decoding, lines: readonly Line[], index: number, indent: number): number {
  const line = lines[index];
  if (line) {
    into.copy(Math.min(line.start + indent, line.end), line.end);
    lineBreak(into, line);
  }
  return index + 1;
}

/** Lines are joined with spaces, except next to more-indented lines. Returns the index of the next line. */
function folded(into: Decoding, lines: readonly Line[], index: number, indent: number): number {
  const line = lines[index];
  if (!line) return index + 1;
  const isText = (it: Line): boolean => !it.isBlank || it.indent > indent;
  if (!isText(line)) {
    lineBreak(into, line);
    return index + 1;
  }
  into.copy(line.start + indent, line.end);
  let next = index + 1;
  while (lines[next] && !isText(lines[next] as Line)) next++;
  const after = lines[next];
  const isSpaced = [line, after].some(
    (it) => it && /[ \t]/.test(into.host[it.start + indent] ?? ""),
  );
  const blanks = lines.slice(index + 1, next);
  if (isSpaced) lineBreak(into, line);
  else if (blanks.length === 0) into.write(" ", line.end, (after?.start ?? line.next) + indent);
  for (const it of blanks) lineBreak(into, it);
  return next;
}

function lineBreak(into: Decoding, { end, next }: Line): void {
  if (next === end + 1) into.copy(end, next);
  else into.write("\n", end, next);
}

/** In folded scalars a line break is encoded as an empty line. */
export function encodeBlock(
  into: Decoding,
  { isFolded }: BlockHeader,
  indent: number,
): Decoding["sections"][number]["encode"] {
  const { host, end } = into;
  const margin = { indent: " ".repeat(indent), blank: "", end };
  return (text, place) =>
    indentLines(isFolded ? text.replaceAll("\n", "\n\n") : text, host, place, margin);
}
