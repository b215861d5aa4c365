import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import type { Context } from "./context.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { withUselessComments } from "./ignore-comments.ts";

/** `weir-ignore code, code` in any comment. */
export const ignoreDirective =
  /\bweir-ignore(-file)?\b[ \t:]*([a-z0-9-]+(?:[ \t]*,[ \t]*[a-z0-9-]+)*)/g;

/**
 * Drops the diagnostics named by a `weir-ignore` comment on the line before, or by a `weir-ignore-file` comment anywhere, and
 * reports the comments that suppress nothing.
 * `endOf` gives the end of the unit that starts at an offset, such as a condition: the comment applies to all of its lines.
 */
export function suppress(
  text: string,
  comments: readonly Span[],
  found: readonly Diagnostic[],
  context: Context,
  endOf: (start: number) => number = (start) => start,
): readonly Diagnostic[] {
  if (comments.length === 0 || !text.includes("weir-ignore")) return found;
  const diagnostics = withUselessComments(found, text, comments, context);
  if (diagnostics.length === 0) return diagnostics;
  const lines = new Lines(text);
  const codeLines = nextCodeLines(lines, comments);
  const everywhere = new Set<string>();
  const perLine = new Map<number, Set<string>>();
  for (const comment of comments) {
    for (const match of text.slice(comment.start, comment.end).matchAll(ignoreDirective)) {
      const codes = (match[2] ?? "").split(",").map((code) => code.trim());
      const below = lines.lineAt(comment.end) + 1;
      const line = codeLines[below] ?? lines.count;
      const last = match[1] ? line : lines.lineAt(endOf(firstOf(line, lines)));
      for (let each = line; each <= last; each++) {
        const suppressed = match[1] ? everywhere : codesAt(perLine, each);
        for (const code of codes) suppressed.add(code);
      }
      // The next line may be a directive: a comment that can have diagnostics.
      for (const code of codes) codesAt(perLine, below).add(code);
    }
  }
  return diagnostics.filter(
    (it) => !everywhere.has(it.code) && !perLine.get(lines.lineAt(it.start))?.has(it.code),
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
 * For every line, the next line with more than comments, because several comments can precede one line.
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
