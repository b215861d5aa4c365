import type { FormatOptions } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { isSpace } from "../syntax/characters.ts";
import type { Parsed } from "../syntax/parse.ts";

/** Bounds the size of the formatted text for hostile settings. */
const widestStep = 16;

/** The formatted gap: one space, or a line break with a depth. */
export type Gap = "space" | { readonly level: number };

/**
 * Formats the gaps of a text in order. Tracks the column and the width of any part on one line.
 */
export class Gaps {
  readonly edits: Edit[] = [];
  column = 0;
  /** The current offset; everything before it is done. */
  private at = 0;
  private next = 0;
  private nextComment = 0;
  private readonly text: string;
  /** Per gap, how much shorter the text is if all gaps before it are one space. */
  private readonly saved: number[] = [0];
  private readonly lineBreak: string;
  private readonly step: string;
  private readonly stepWidth: number;

  constructor(
    private readonly parsed: Parsed,
    { tabSize, insertSpaces }: FormatOptions,
    private readonly maxColumns: number,
  ) {
    this.text = parsed.text;
    this.lineBreak = lineBreakOf(parsed);
    this.stepWidth = Math.min(Math.max(tabSize, 1), widestStep);
    this.step = insertSpaces ? " ".repeat(this.stepWidth) : "\t";
    const { gaps } = parsed;
    let saved = 0;
    for (let i = 0; i < gaps.length; i += 2) {
      saved += (gaps[i + 1] ?? 0) - (gaps[i] ?? 0) - 1;
      this.saved.push(saved);
    }
  }

  /** Whether the span, with any text attached to its end, fits on the current line. */
  fits({ start, end }: Span): boolean {
    const [from, to] = [this.gapAfter(start), this.gapAfter(end)];
    if (this.hasComment(start, end)) return false;
    const saved = (this.saved[to] ?? 0) - (this.saved[from] ?? 0);
    const glued = (this.parsed.gaps[to * 2] ?? this.text.length) - end;
    return this.column + (end - start) - saved + glued <= this.maxColumns;
  }

  hasComment(start: number, end: number): boolean {
    const { comments } = this.parsed;
    const index = firstAtLeast(comments.length, (it) => (comments[it]?.start ?? 0) >= start);
    return (comments[index]?.start ?? end) < end;
  }

  /** Advances to a token. The gap directly before it is set; gaps in between become spaces. */
  to(offset: number, gap: Gap, { level }: { readonly level: number }): void {
    const { gaps } = this.parsed;
    for (let end = gaps[this.next + 1]; end !== undefined && end <= offset; ) {
      this.decide(end === offset ? gap : "space", level);
      end = gaps[this.next + 1];
    }
    this.pass(offset);
  }

  /** The directives and comments before the first token. */
  lead(): void {
    const { gaps } = this.parsed;
    if (gaps[0] === 0) this.decide({ level: 0 }, 0);
  }

  /** The end of the text, with exactly one line break. */
  finish(): void {
    const { length } = this.text;
    const { gaps } = this.parsed;
    while (this.next < gaps.length) {
      this.decide((gaps[this.next + 1] ?? 0) < length ? "space" : { level: 0 }, 0);
    }
    this.pass(length);
    if (gaps[gaps.length - 1] !== length) this.edit({ start: length, end: length }, this.lineBreak);
  }

  private decide(gap: Gap, level: number): void {
    const start = this.parsed.gaps[this.next] ?? 0;
    const end = this.parsed.gaps[this.next + 1] ?? start;
    this.next += 2;
    this.pass(start);
    const last = end === this.text.length;
    const written = this.written({ start, end }, gap, level);
    this.edit({ start, end }, last ? written.trimEnd() + this.lineBreak : written);
    this.at = end;
    const line = written.lastIndexOf(this.lineBreak);
    if (line === -1) this.column += written.length;
    else this.column = this.widthOf(written.slice(line + this.lineBreak.length));
  }

  private written({ start, end }: Span, gap: Gap, level: number): string {
    const { comments } = this.parsed;
    // A line break that only a comment requires keeps the current depth.
    const own = gap === "space" ? level + 1 : gap.level;
    let written = start === 0 && this.text.charCodeAt(0) === byteOrderMark ? "\ufeff" : "";
    let from = start;
    let comment = comments[this.nextComment];
    if (!comment || comment.start >= end) {
      if (gap === "space") return " ";
      return start === 0 ? written : this.newLine(own, this.breaksIn(start, end));
    }
    for (; comment && comment.start < end; comment = comments[++this.nextComment]) {
      const breaks = this.breaksIn(from, comment.start);
      if (breaks > 0 && from > 0) written += this.newLine(own, breaks);
      else if (start > 0) written += " ";
      written += this.text.slice(comment.start, comment.end).trimEnd();
      from = comment.end;
    }
    return written + this.newLine(own, this.breaksIn(from, end));
  }

  /** Keeps at most one blank line. */
  private newLine(level: number, breaks: number): string {
    return (breaks > 1 ? this.lineBreak : "") + this.lineBreak + this.step.repeat(level);
  }

  private breaksIn(start: number, end: number): number {
    return this.text.slice(start, end).match(/\r\n|\r|\n/g)?.length ?? 0;
  }

  private pass(offset: number): void {
    this.column += Math.max(0, offset - this.at);
    this.at = Math.max(this.at, offset);
  }

  private edit({ start, end }: Span, newText: string): void {
    if (this.text.slice(start, end) !== newText) this.edits.push({ start, end, newText });
  }

  private widthOf(indent: string): number {
    let width = 0;
    for (const char of indent) width += char === "\t" ? this.stepWidth : 1;
    return width;
  }

  /** The number of gaps that begin before the offset. */
  private gapAfter(offset: number): number {
    const { gaps } = this.parsed;
    return firstAtLeast(gaps.length / 2, (it) => (gaps[it * 2] ?? 0) >= offset);
  }
}

/** The line ending of the first line, ignoring those inside strings. */
function lineBreakOf({ text, gaps }: Parsed): string {
  for (let i = 0; i < gaps.length; i += 2) {
    const end = gaps[i + 1] ?? 0;
    const at = text.indexOf("\n", gaps[i]);
    if (at === -1) break;
    if (at < end) return text[at - 1] === "\r" ? "\r\n" : "\n";
  }
  return "\n";
}

const byteOrderMark = 0xfeff;

function firstAtLeast(count: number, isAtLeast: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAtLeast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether whitespace directly precedes the offset, so that a line can start there. */
export function afterSpace(text: string, offset: number): boolean {
  return isSpace(text.charCodeAt(offset - 1));
}
