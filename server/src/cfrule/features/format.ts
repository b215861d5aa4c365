import type { FormatOptions } from "../../core/analysis.ts";
import { maxDiagnostics } from "../../core/diagnostic.ts";
import { applyEdits, difference, type Edit } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import type { Span, SyntaxFault } from "../../text/span.ts";
import { type Document, parseWithin, readDocument } from "../document.ts";
import { formatEdits } from "../layout/layout.ts";
import { respell, spelledOperators } from "../rewrite/spelling.ts";
import { pathAt } from "../syntax/children.ts";
import type { Parsed } from "../syntax/parse.ts";
import type { ProblemCode } from "../syntax/problems.ts";

/** Problems with names, types and values do not affect the structure. */
const harmless: ReadonlySet<ProblemCode> = new Set([
  "unknown-field",
  "unknown-function",
  "operator-type",
  "host-bits",
  "reversed-range",
  "regex-syntax",
  "wildcard-syntax",
  "list-name",
  "index-type",
  "argument-count",
  "argument-kind",
  "argument-type",
  "missing-quantifier",
  "not-boolean",
]);

/**
 * Formats a rule. Only existing whitespace changes, so the pushed text stays the same, unless a setting requires one
 * operator style.
 */
export function format(doc: Document, options: FormatOptions): readonly Edit[] | undefined {
  const respelled = respelledText(doc);
  if (respelled === undefined) return layoutOf(doc, options);
  const edits = layoutOf(readDocument(respelled, doc.context), options);
  return edits && difference(doc.text, applyEdits(respelled, edits));
}

export function syntaxFault({ parsed: { problems } }: Document): SyntaxFault | undefined {
  return problems.find((it) => !harmless.has(it.code));
}

/** Not formatted if parsing stopped early, or if the formatted text would parse differently. */
export function formatObstacle(doc: Document): number | undefined {
  return (syntaxFault(doc) ?? doc.parsed.problems[0])?.start;
}

function layoutOf(doc: Document, options: FormatOptions): readonly Edit[] | undefined {
  const { parsed, text } = doc;
  if (!isClear(parsed)) return undefined;
  const edits = formatEdits(parsed, options);
  if (parsed.problems.length === 0 || edits.length === 0) return edits;
  // Recovery after a syntax error depends on line breaks, so the formatted text may parse differently.
  const after = parseWithin(applyEdits(text, edits), doc);
  return isClear(after) && formatEdits(after, options).length === 0 ? edits : undefined;
}

function isClear({ suppressed, problems }: Parsed): boolean {
  // With too many problems, the rest was not parsed.
  if (suppressed || problems.length > maxDiagnostics) return false;
  return problems.every((it) => harmless.has(it.code));
}

/** The text in the operator style of the settings; undefined if nothing changes. */
function respelledText({ text, parsed, context }: Document): string | undefined {
  const wanted = context.format?.operators ?? "as-written";
  if (wanted === "as-written" || parsed.problems.length > 0) return undefined;
  const other = wanted === "english" ? "C-like" : "English";
  const spelled = spelledOperators(parsed.root, text).filter((it) => it.spelling === other);
  return spelled.length === 0 ? undefined : applyEdits(text, respell(parsed, spelled));
}

/** Only edits within the lines of the span, without a line at whose start the span ends. */
export function formatRange(doc: Document, span: Span, options: FormatOptions): readonly Edit[] {
  const lines = new Lines(doc.text);
  const start = lines.startOf(lines.lineAt(span.start));
  const end = lines.endOf(lines.lineAt(Math.max(span.start, span.end - 1)));
  return within(layoutOf(doc, options) ?? [], { start, end });
}

/**
 * After a closing bracket, formats what it closes. After a line break, indents the new line, unless it is blank: its
 * indentation is for the next token typed.
 */
export function formatOnType(
  doc: Document,
  { offset, typed }: { readonly offset: number; readonly typed: string },
  options: FormatOptions,
): readonly Edit[] {
  const closing = typed === ")" || typed === "}";
  const place = closing ? closed(doc, offset) : indentAt(doc, offset);
  const edits = place ? within(layoutOf(doc, options) ?? [], place) : [];
  // Keep the line that was just started, even if the formatter would join it.
  return closing ? edits : edits.filter((it) => it.newText.includes("\n"));
}

function closed({ parsed }: Document, offset: number): Span | undefined {
  const node = pathAt(parsed.root, offset).find(
    (it) =>
      it.end === offset &&
      (it.kind === "group" || it.kind === "set" || it.kind === "call" || it.kind === "quantifier"),
  );
  return node && { start: node.start, end: node.end - 1 };
}

/** From the end of the previous line, because each gap is one edit. */
function indentAt({ text }: Document, offset: number): Span | undefined {
  const lines = new Lines(text);
  const line = lines.lineAt(offset);
  const indent = lines.textOf(line).search(/\S/);
  if (indent === -1 || line === 0) return undefined;
  return { start: lines.endOf(line - 1), end: lines.startOf(line) + indent };
}

function within(edits: readonly Edit[], { start, end }: Span): readonly Edit[] {
  return edits.filter((it) => start <= it.start && it.end <= end);
}
