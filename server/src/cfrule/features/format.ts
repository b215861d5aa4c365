import type { FormatOptions } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { layOut } from "../layout/lay-out.ts";
import type { ProblemCode } from "../syntax/problems.ts";
import { pathAt } from "../syntax/tree.ts";

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

/** Brings a rule into its one layout. Only white space changes, and only where there is some: what is pushed stays the same. */
export function format({ parsed }: Document, options: FormatOptions): readonly Edit[] | undefined {
  if (!parsed.problems.every((it) => harmless.has(it.code))) return undefined;
  return layOut(parsed, options);
}

/** Only what lies within the lines of the span. A line that the span ends at the start of is not one of them. */
export function formatRange(doc: Document, span: Span, options: FormatOptions): readonly Edit[] {
  const lines = new Lines(doc.text);
  const start = lines.startOf(lines.lineAt(span.start));
  const end = lines.endOf(lines.lineAt(Math.max(span.start, span.end - 1)));
  return within(format(doc, options) ?? [], { start, end });
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
  const edits = place ? within(format(doc, options) ?? [], place) : [];
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
