import type { Refactoring } from "../../core/analysis.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { ignoreActions } from "../../core/suppression/ignore-actions.ts";
import { overlaps, type Span } from "../../text/span.ts";
import type { EmbeddedLanguage } from "../embedded.ts";

/** The span of an embedded text. */
interface Place extends Span {
  readonly language: EmbeddedLanguage;
}

/** Adds comments to the host that suppress the diagnostics of a span. */
export function ignoringInHost(
  text: string,
  found: readonly Diagnostic[],
  span: Span,
  places: readonly Place[],
): readonly Refactoring[] {
  const here = found.filter((it) => overlaps(it, span) && !unsuppressed.has(it.code));
  if (here.length === 0) return [];
  const moved = here.map((it) => ({ ...it, start: lineStartOf(it, places) }));
  return ignoreActions(moved, { text, comments: ignoreComments(text), marker: "#" });
}

/** Suppressing a syntax error would not help: the text still cannot be parsed. */
const unsuppressed: ReadonlySet<string> = new Set([
  "expression-syntax",
  "json-syntax",
  "too-many-findings",
]);

/** A comment applies to a whole multi-line string, but only to one line of a job. */
function lineStartOf({ start }: Diagnostic, places: readonly Place[]): number {
  const around = places.findLast((it) => it.start <= start && start <= it.end);
  return around && around.language !== "lpjob" ? around.start : start;
}

/** Comments that suppress diagnostics, in any host's syntax. Their line determines their scope. */
export function ignoreComments(text: string): Span[] {
  if (!text.includes("weir-ignore")) return [];
  return [...text.matchAll(/(?:#|\/\/|\/\*|<!--)[^\n]*/g)]
    .filter(([written]) => written.includes("weir-ignore"))
    .map((it) => ({ start: it.index, end: it.index + it[0].length }));
}

/** In strings and paragraphs, the same text is not a comment. */
export function isOwnComment(
  text: string,
  { start, end }: Span,
  { id }: { readonly id: string },
): boolean {
  const isMarkdown = id === "markdown";
  const mark = isMarkdown ? /^<!--/ : /^(?:#|\/[/*])/;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const isFree = line.trim() === "" || (!isMarkdown && isOutsideStrings(line));
  return isFree && mark.test(text.slice(start, end));
}

/** Whether a comment may follow on the line: no string is open, and the comment token is not part of a word. */
function isOutsideStrings(line: string): boolean {
  return /[\s\]}),]$/.test(line) && withClosedStrings.test(line);
}

const withClosedStrings = /^(?:[^"']|"(?:[^"\\]|\\.)*"|'[^']*')*$/;
