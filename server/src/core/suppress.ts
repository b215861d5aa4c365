import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** `weir-ignore code, code`, as it may stand in any comment. */
export const ignoreDirective =
  /\bweir-ignore(-file)?\b[ \t:]*([a-z0-9-]+(?:[ \t]*,[ \t]*[a-z0-9-]+)*)/g;

/**
 * Drops the diagnostics that a `weir-ignore` comment on the line before, or a `weir-ignore-file` one anywhere, names.
 * `endOf` gives the end of what starts at an offset and is one thing to its author: laid out over several lines, it is
 * silenced as a whole.
 */
export function suppress(
  text: string,
  comments: readonly Span[],
  diagnostics: readonly Diagnostic[],
  endOf: (start: number) => number = (start) => start,
): readonly Diagnostic[] {
  if (diagnostics.length === 0 || comments.length === 0 || !text.includes("weir-ignore"))
    return diagnostics;
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
        const silenced = match[1] ? everywhere : codesAt(perLine, each);
        for (const code of codes) silenced.add(code);
      }
      // The line below may be a directive, which is a comment that has findings of its own.
      for (const code of codes) codesAt(perLine, below).add(code);
    }
  }
  return diagnostics.filter(
    (it) => !everywhere.has(it.code) && !perLine.get(lines.lineAt(it.start))?.has(it.code),
  );
}

/** Where the first character of a line stands that is not blank. */
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
 * For every line the first one from there on that has more than comments in it, as several ignore comments may stand
 * above one line. All are found in one go, from the last to the first: a text may have thousands of such comments.
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
    // What is wrong with the end of a text is found on its last line, though that may be blank.
    if (!skipped || line === lines.count - 1) following = line;
    next[line] = following;
  }
  return next;
}
