import type { FormatOptions } from "../../core/analysis.ts";
import { mostFindings } from "../../core/diagnostic.ts";
import { applyEdits, difference, type Edit } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { type Document, readDocument } from "../document.ts";
import { layOut } from "../layout/lay-out.ts";
import { respell, speltOperators } from "../rewrite/spelling.ts";
import { pathAt } from "../syntax/children.ts";
import { type Parsed, parse } from "../syntax/parse.ts";
import type { ProblemCode } from "../syntax/problems.ts";

/** What is wrong with names, types and values leaves no doubt about how the text is built. */
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
 * Brings a rule into its one layout. Only white space changes, and only where there is some: what is pushed stays the same,
 * unless a setting asks for one spelling of the operators.
 */
export function format(doc: Document, options: FormatOptions): readonly Edit[] | undefined {
  const respelt = respeltText(doc);
  if (respelt === undefined) return layoutOf(doc, options);
  const edits = layoutOf(readDocument(respelt, doc.context), options);
  return edits && difference(doc.text, applyEdits(respelt, edits));
}

/** Where so much is wrong that the rest was not read, or a layout would be read in another way, any mistake is one. */
export function formatObstacle({ parsed: { problems } }: Document): number | undefined {
  return (problems.find((it) => !harmless.has(it.code)) ?? problems[0])?.start;
}

function layoutOf(doc: Document, options: FormatOptions): readonly Edit[] | undefined {
  const { parsed, text } = doc;
  if (!isClear(parsed)) return undefined;
  const edits = layOut(parsed, options);
  if (parsed.problems.length === 0 || edits.length === 0) return edits;
  // What follows a mistake is read by the lines it stands on, and may be read in another way on others.
  const after = parse(applyEdits(text, edits), doc.scheme);
  return isClear(after) && layOut(after, options).length === 0 ? edits : undefined;
}

function isClear({ hushed, problems }: Parsed): boolean {
  // Where so much is wrong, the rest was not read.
  if (hushed || problems.length > mostFindings) return false;
  return problems.every((it) => harmless.has(it.code));
}

/** The text with its operators spelt as the settings want it; undefined when nothing changes. */
function respeltText({ text, parsed, context }: Document): string | undefined {
  const wanted = context.format?.operators ?? "as-written";
  if (wanted === "as-written" || parsed.problems.length > 0) return undefined;
  const other = wanted === "english" ? "C-like" : "English";
  const spelt = speltOperators(parsed.root, text).filter((it) => it.spelling === other);
  return spelt.length === 0 ? undefined : applyEdits(text, respell(parsed, spelt));
}

/** Only what lies within the lines of the span. A line that the span ends at the start of is not one of them. */
export function formatRange(doc: Document, span: Span, options: FormatOptions): readonly Edit[] {
  const lines = new Lines(doc.text);
  const start = lines.startOf(lines.lineAt(span.start));
  const end = lines.endOf(lines.lineAt(Math.max(span.start, span.end - 1)));
  return within(layoutOf(doc, options) ?? [], { start, end });
}

/**
 * After a closing bracket, lays out what it closes. After a line break, indents the line that it begins, unless that is
 * blank: what the editor has put there is for the next thing that is typed.
 */
export function formatOnType(
  doc: Document,
  { offset, typed }: { readonly offset: number; readonly typed: string },
  options: FormatOptions,
): readonly Edit[] {
  const closing = typed === ")" || typed === "}";
  const place = closing ? closed(doc, offset) : indentAt(doc, offset);
  const edits = place ? within(layoutOf(doc, options) ?? [], place) : [];
  // Somebody who has just begun a line wants it, even where the layout does not.
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

/** From the end of the line before, because the layout of a gap is one edit. */
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
