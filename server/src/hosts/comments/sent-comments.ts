import { type Diagnostic, type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { insert, remove } from "../../text/edit.ts";
import { firstLineBreak, Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { RegionAnalysis } from "../region-analysis.ts";

/**
 * Adds diagnostics for comments in an expression, because they would be sent to the service, which rejects them. Weir's own
 * directives are allowed. A fix moves comments to the host if it has the same comment syntax.
 */
export function withComments(
  host: string,
  analysis: RegionAnalysis,
  { comment }: { readonly comment?: "#" },
): readonly Diagnostic[] {
  const { region } = analysis;
  const found = analysis.diagnostics();
  const foreign = found.filter((it) => isForeign(host, it));
  if (!region.text.includes("#") && foreign.length === 0) return found;
  const plain = analysis
    .tokens()
    .filter((it) => it.type === "comment" && isPlainComment(host, it.start));
  const comments: readonly Span[] = [...plain, ...foreign];
  if (comments.length === 0) return found;
  const lines = new Lines(host);
  const isEdited = region.composed === undefined;
  const move = comment && ((it: Span) => moved(host, it, region, lines));
  const isInComment = (it: Span) =>
    comments.some(({ start, end }) => start <= it.start && it.end <= end);
  return [
    ...found.filter((it) => it.code !== "expression-syntax" || !isInComment(it)),
    ...comments.map((it) => {
      const found = commentDiagnostic(host, it, lines, move);
      return isEdited ? found : { ...found, fixes: [] };
    }),
  ];
}

/** A comment of another language, which is reported as such where comments are allowed. */
function isForeign(host: string, { code, start }: Diagnostic): boolean {
  return code === "expression-syntax" && /^(?:\/[/*]|--|<!--)/.test(host.slice(start, start + 4));
}

function isPlainComment(host: string, start: number): boolean {
  return host[start] === "#" && !directive.test(host.slice(start, start + longestDirective));
}

const longestDirective = 200;

const directive = /^#(?:[^\n]*weir-ignore|\s*@)/;

function commentDiagnostic(
  host: string,
  { start, end }: Span,
  lines: Lines,
  move: ((comment: Span) => Fix[]) | undefined,
): Diagnostic {
  const hasLines = lines.lineAt(start) !== lines.lineAt(end);
  const fixes = hasLines
    ? []
    : (move?.({ start, end }) ?? [likelyFix("Remove the comment", [remove({ start, end })])]);
  const isFolded = hasLines && host[start] === "#";
  const reason = isFolded
    ? "The lines of this text are joined, so everything after '#' is a comment."
    : "The service rejects comments in an expression.";
  const action = move ? "Move the comment out of the expression." : "Remove the comment.";
  const message = `${reason} ${action}`;
  return { code: "expression-syntax", severity: "error", message, start, end, fixes };
}

/** Only for a comment at the end of a line, because the end of a comment inside a one-line string is ambiguous. */
function moved(host: string, comment: Span, region: Span, lines: Lines): Fix[] {
  const line = lines.lineAt(comment.start);
  const lineStart = lines.startOf(line);
  const written = lines.textOf(line);
  const before = written.slice(0, comment.start - lineStart);
  const text = written.slice(comment.start - lineStart).trimEnd();
  if (comment.end < lineStart + before.length + text.length) return [];
  const isAlone = before.trim() === "";
  const removed = isAlone
    ? { start: lineStart, end: lines.startOf(line + 1) }
    : { start: lineStart + before.trimEnd().length, end: comment.end };
  const target = lines.lineAt(region.start);
  if (target >= line) return [];
  const indent = /^[ \t]*/.exec(lines.textOf(target))?.[0] ?? "";
  const above = `${indent}${ownComment(text)}${firstLineBreak(host)}`;
  const edits = [insert(lines.startOf(target), above), remove(removed)];
  return [safeFix("Move the comment above the expression", edits)];
}

/** Uses the comment token that all hosts support. */
function ownComment(text: string): string {
  return text.replace(
    /^(?:\/\/|\/\*|--|<!--)(.*?)(?:\*\/|-->)?$/,
    (_, inner) => `# ${inner.trim()}`,
  );
}
