import { maxDiagnostics } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";

export const exampleKinds = ["keep", "drop"] as const;
export type ExampleKind = (typeof exampleKinds)[number];

/** A comment `// @keep {…}` or `// @drop {…}`: a log line that the filter must keep or drop. */
export interface Example extends Span {
  readonly kind: ExampleKind;
  /** `@keep` or `@drop`. */
  readonly name: Span;
  /** The log line as JSON. */
  readonly value: Span;
}

const pattern = /(^|\/\/|\/\*|\n)([ \t*]*)@(keep|drop)(?![\w-])[ \t]*([^\r\n]*)/g;

/** The examples in the comments of a text, with a fast path for texts without any. */
export function exampleDirectives(text: string, comments: readonly Span[]): readonly Example[] {
  if (comments.length === 0 || !/@(?:keep|drop)/.test(text)) return [];
  const found: Example[] = [];
  for (const comment of comments) {
    if (found.length >= maxDiagnostics) break;
    const written = text.slice(comment.start, comment.end);
    if (!/@(?:keep|drop)/.test(written)) continue;
    for (const match of written.matchAll(pattern)) found.push(exampleOf(match, comment));
  }
  return found;
}

function exampleOf(match: RegExpExecArray, comment: Span): Example {
  const [whole, before = "", space = "", kind = "", rest = ""] = match;
  const at = comment.start + match.index;
  const nameStart = at + before.length + space.length;
  const value = (rest.endsWith("*/") ? rest.slice(0, -2) : rest).trimEnd();
  const start = at + whole.length - rest.length;
  return {
    kind: kind as ExampleKind,
    name: { start: nameStart, end: nameStart + kind.length + 1 },
    value: { start, end: start + value.length },
    start: nameStart,
    end: Math.max(start + value.length, nameStart + kind.length + 1),
  };
}
