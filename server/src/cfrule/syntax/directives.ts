import type { Span } from "../../text/span.ts";

/** `# @name value`, before the expression. */
export interface Directive extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** Empty if there is no value. */
  readonly value: string;
  readonly valueSpan: Span;
}

const pattern = /^(#[ \t]*@)([A-Za-z][\w-]*)([ \t]*)/;

/** The directives among the comments at the top of a file. */
export function readDirectives(text: string, comments: readonly Span[]): Directive[] {
  return comments.flatMap((comment) => {
    const written = text.slice(comment.start, comment.end);
    const match = pattern.exec(written);
    if (!match) return [];
    const [before, mark = "", name = "", space = ""] = match;
    const value = withoutBlanks(written, before.length);
    const nameStart = comment.start + mark.length;
    const nameEnd = nameStart + name.length;
    const valueStart = nameEnd + space.length;
    return {
      start: comment.start,
      end: comment.end,
      name,
      nameSpan: { start: nameStart, end: nameEnd },
      value,
      valueSpan: { start: valueStart, end: valueStart + value.length },
    };
  });
}

/** Without trailing blanks. By hand, because a regex for them is quadratic. */
function withoutBlanks(text: string, start: number): string {
  let end = text.length;
  while (end > start && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(start, end);
}
