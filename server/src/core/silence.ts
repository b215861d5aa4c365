import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import type { Diagnostic } from "./diagnostic.ts";

const directive = /\bweir-ignore(-file)?\b[ \t:]*([a-z0-9-]+(?:[ \t]*,[ \t]*[a-z0-9-]+)*)/g;

/** Drops the diagnostics that a `weir-ignore` comment on the line before, or a `weir-ignore-file` one anywhere, names. */
export function silence(
  text: string,
  comments: readonly Span[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (diagnostics.length === 0 || comments.length === 0 || !text.includes("weir-ignore"))
    return diagnostics;
  const lines = new Lines(text);
  const everywhere = new Set<string>();
  const perLine = new Map<number, Set<string>>();
  for (const comment of comments) {
    for (const match of text.slice(comment.start, comment.end).matchAll(directive)) {
      const codes = (match[2] ?? "").split(",").map((code) => code.trim());
      const silenced = match[1]
        ? everywhere
        : codesAt(perLine, nextCodeLine(text, lines, comments, comment));
      for (const code of codes) silenced.add(code);
    }
  }
  return diagnostics.filter(
    (it) => !everywhere.has(it.code) && !perLine.get(lines.lineAt(it.start))?.has(it.code),
  );
}

function codesAt(perLine: Map<number, Set<string>>, line: number): Set<string> {
  const known = perLine.get(line);
  if (known) return known;
  const fresh = new Set<string>();
  perLine.set(line, fresh);
  return fresh;
}

/** Several ignore comments may stand above one line, so lines of nothing but comments are passed over. */
function nextCodeLine(
  text: string,
  lines: Lines,
  comments: readonly Span[],
  comment: Span,
): number {
  let line = lines.lineAt(comment.end) + 1;
  for (; line < lines.count; line++) {
    const start = lines.startOf(line);
    const first = start + (lines.textOf(line).length - lines.textOf(line).trimStart().length);
    const blank = first >= lines.endOf(line);
    const commented = comments.some((it) => it.start <= first && first < it.end);
    if (!blank && !commented) break;
    if (blank && text.length === first) break;
  }
  return line;
}
