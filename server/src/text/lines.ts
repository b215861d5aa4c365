import type { Span } from "./span.ts";

/** Zero-based, with characters in UTF-16 units, as editors count. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

const lineFeed = 10;
const carriageReturn = 13;

/** The lines of one text. A line ends at LF, CR LF or a lone CR. */
export class Lines {
  private readonly starts: number[];

  constructor(private readonly text: string) {
    this.starts = lineStarts(text);
  }

  get count(): number {
    return this.starts.length;
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineAt(clamped);
    return { line, character: clamped - this.startOf(line) };
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  /** A character past the end of its line means the end of the line, as LSP specifies. */
  offsetAt(position: Position): number {
    if (position.line < 0) return 0;
    if (position.line >= this.starts.length) return this.text.length;
    return Math.min(
      this.startOf(position.line) + Math.max(0, position.character),
      this.endOf(position.line),
    );
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** The end of the line, before its line break. */
  endOf(line: number): number {
    let end = line + 1 < this.starts.length ? this.startOf(line + 1) : this.text.length;
    if (line + 1 < this.starts.length) {
      if (this.text.charCodeAt(end - 1) === lineFeed) end--;
      if (end > this.startOf(line) && this.text.charCodeAt(end - 1) === carriageReturn) end--;
    }
    return end;
  }

  textOf(line: number): string {
    return this.text.slice(this.startOf(line), this.endOf(line));
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  // Most texts have no CR, and then the engine's own search is many times faster than a loop.
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1))
      starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === lineFeed) starts.push(i + 1);
    else if (code === carriageReturn && text.charCodeAt(i + 1) !== lineFeed) starts.push(i + 1);
  }
  return starts;
}

/** The line break to use for new lines. */
export function firstLineBreak(text: string): string {
  return text[text.indexOf("\n") - 1] === "\r" ? "\r\n" : "\n";
}

/** The whitespace at the start of the line that contains the offset. */
export function lineIndent(text: string, offset: number): string {
  const near = text.slice(Math.max(0, offset - farthestStart), offset);
  const line = near.slice(Math.max(near.lastIndexOf("\n"), near.lastIndexOf("\r")) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** A line with more indentation than this is not indented on purpose. */
const farthestStart = 1000;

/** Bytes of the text in UTF-8. A lone surrogate counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) {
      bytes += 1;
    } else if (isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else {
      bytes += 2;
    }
  }
  return bytes;
}

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
