import type { Json } from "../../json/syntax/parse.ts";
import type { Comment } from "../../json/syntax/scan.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";

/** How a text is formatted, so that inserted text matches. */
export interface Layout {
  /** One step of indentation. */
  readonly step: string;
  readonly lineBreak: string;
  /** The whole filter is on one line. */
  readonly inline: boolean;
}

export function layoutOf(json: Json): Layout {
  const { text, root } = json;
  const step = /[\r\n]([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    step: step.startsWith("\t") ? "\t" : step.slice(0, widestStep),
    lineBreak: firstLineBreak(text),
    inline: !root || !/[\r\n]/.test(text.slice(root.start, root.end)),
  };
}

const widestStep = 8;

/** A line with more indentation than this is not indented on purpose. */
const farthestStart = 1000;

/** The indentation of the line at that offset. */
export function indentAt(text: string, offset: number): string {
  const farthest = Math.max(0, offset - farthestStart);
  let start = offset;
  while (start > farthest && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  if (start > 0 && start === farthest) return "";
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return text.slice(start, Math.min(end, offset));
}

/** Moves the lines after the first from one indentation to another. */
export function reindent(piece: string, from: string, to: string): string {
  if (from === to || !/[\r\n]/.test(piece)) return piece;
  return piece.replace(/([\r\n])([ \t]+)/g, (whole, lineBreak: string, indent: string) =>
    indent.startsWith(from) ? lineBreak + to + indent.slice(from.length) : whole,
  );
}

/** The comments inside the span, found by binary search. */
export function commentsIn(comments: readonly Comment[], span: Span): readonly Comment[] {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < span.start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((comments[end]?.end ?? Number.POSITIVE_INFINITY) <= span.end) end++;
  return comments.slice(low, end);
}

/** Comments to write before a node at that indentation, on lines of their own where necessary. */
export function leading(json: Json, comments: readonly Comment[], indent: string): string {
  const lineBreak = firstLineBreak(json.text);
  return comments
    .map((it) => textOf(json.text, it) + (it.block ? " " : lineBreak + indent))
    .join("");
}

/** Comments to write after a node. Line comments become block comments, because a comma may follow on the same line. */
export function trailing(json: Json, comments: readonly Comment[], indent: string): string {
  const lineBreak = firstLineBreak(json.text);
  return comments
    .map((it) => {
      const text = textOf(json.text, it);
      if (it.block) return ` ${text}`;
      const words = text.slice(2).trim();
      return words.includes("*/") ? ` ${text}${lineBreak}${indent}` : ` /* ${words} */`;
    })
    .join("");
}

function textOf(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}
