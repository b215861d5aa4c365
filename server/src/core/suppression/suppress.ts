import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Context } from "../context.ts";
import { currentCode, type Diagnostic } from "../diagnostic.ts";
import { type Directive, withMisplaced } from "./misplaced-comments.ts";
import { withUselessComments } from "./useless-comments.ts";

/** `weir-ignore code, code` in any comment. */
export const ignoreDirective =
  /\bweir-ignore(-file)?\b[ \t:]*([a-z0-9-]+(?:[ \t]*,[ \t]*[a-z0-9-]+)*)/g;

export interface SuppressOptions {
  /** The end of the node that starts at an offset, such as a condition: a comment applies to all of its lines. */
  readonly endOf?: (start: number) => number;
  /** Whether to report the comment if it suppresses nothing. */
  readonly isReported?: (comment: Span) => boolean;
}

/**
 * Drops the diagnostics named by a `weir-ignore` comment on the line before, or by a `weir-ignore-file` comment anywhere, and
 * reports the comments that suppress nothing.
 */
export function suppress(
  text: string,
  comments: readonly Span[],
  found: readonly Diagnostic[],
  context: Context,
  { endOf = (start) => start, isReported = () => true }: SuppressOptions = {},
): readonly Diagnostic[] {
  if (comments.length === 0 || !text.includes("weir-ignore")) return found;
  const reported = new Set(comments.filter(isReported));
  const diagnostics = withUselessComments(found, text, [...reported], context);
  const lines = new Lines(text);
  const directives = directivesIn(text, comments, lines, endOf);
  const everywhere = new Set<string>();
  const perLine = new Map<number, Set<string>>();
  for (const { isForFile, codes, below, first, last } of directives) {
    for (let line = first; line <= last; line++) {
      const suppressed = isForFile ? everywhere : codesAt(perLine, line);
      for (const code of codes) suppressed.add(code);
    }
    for (const code of codes) codesAt(perLine, below).add(code);
  }
  const isDropped = ({ code, start }: Diagnostic): boolean =>
    everywhere.has(code) || perLine.get(lines.lineAt(start))?.has(code) === true;
  const kept = diagnostics.filter((it) => !isDropped(it));
  const own = directives.filter((it) => reported.has(it.comment));
  return withMisplaced(kept, diagnostics, { text, lines, directives: own, context });
}

function directivesIn(
  text: string,
  comments: readonly Span[],
  lines: Lines,
  endOf: (start: number) => number,
): Directive[] {
  const codeLines = nextCodeLines(lines, comments);
  return comments.flatMap((comment) =>
    [...text.slice(comment.start, comment.end).matchAll(ignoreDirective)].map((match) => {
      const isForFile = match[1] !== undefined;
      const below = lines.lineAt(comment.end) + 1;
      const first = codeLines[below] ?? lines.count;
      return {
        comment,
        isForFile,
        codes: (match[2] ?? "").split(",").map((code) => currentCode(code.trim())),
        below,
        first,
        last: isForFile ? first : lines.lineAt(endOf(firstOf(first, lines))),
      };
    }),
  );
}

/** Offset of the first character in the line that is not whitespace. */
function firstOf(line: number, lines: Lines): number {
  const written = lines.textOf(line);
  return lines.startOf(line) + written.length - written.trimStart().length;
}

function codesAt(perLine: Map<number, Set<string>>, line: number): Set<string> {
  const known = perLine.get(line);
  if (known) return known;
  const fresh = new Set<string>();
  perLine.set(line, fresh);
  return fresh;
}

/**
 * For every line, the next line that is not only comments, because several comments can precede one line.
 * Computed in a single pass, because a text may have thousands of such comments.
 */
function nextCodeLines(lines: Lines, comments: readonly Span[]): Int32Array {
  const next = new Int32Array(lines.count);
  let comment = comments.length - 1;
  let following = lines.count;
  for (let line = lines.count - 1; line >= 0; line--) {
    const first = firstOf(line, lines);
    while (comment > 0 && (comments[comment]?.start ?? 0) > first) comment--;
    const { start, end } = comments[comment] ?? { start: 0, end: 0 };
    const skipped = first === lines.endOf(line) || (start <= first && first < end);
    // Problems at the end of a text are on its last line, even if that is blank.
    if (!skipped || line === lines.count - 1) following = line;
    next[line] = following;
  }
  return next;
}
