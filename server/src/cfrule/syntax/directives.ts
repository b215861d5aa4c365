import type { Span } from "../../text/span.ts";

/** `# @name value`, before the expression. */
export interface Directive extends Span {
  readonly name: string;
  readonly nameSpan: Span;
  /** Empty when nothing follows the name. */
  readonly value: string;
  readonly valueSpan: Span;
}

const pattern = /^(#[ \t]*@)([A-Za-z][\w-]*)([ \t]*)(.*?)[ \t]*$/s;

/** The directives among the comments at the top of a file. */
export function readDirectives(text: string, comments: readonly Span[]): Directive[] {
  return comments.flatMap((comment) => {
    const match = pattern.exec(text.slice(comment.start, comment.end));
    if (!match) return [];
    const [, mark = "", name = "", space = "", value = ""] = match;
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
