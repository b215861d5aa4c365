import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";
import type { Directive } from "../syntax/directives.ts";

/** The comment that contains the offset, up to the end of its line. */
export function commentAt({ parsed }: Document, offset: number): Span | undefined {
  return parsed.comments.find((it) => it.start < offset && offset <= it.end);
}

/** The directive in a comment, if any. */
export function directiveIn({ parsed }: Document, comment: Span): Directive | undefined {
  return parsed.directives.find((it) => it.start === comment.start);
}

/** From the '@' to the end of the name. */
export function directiveWord({ nameSpan }: Directive): Span {
  return { start: nameSpan.start - 1, end: nameSpan.end };
}
