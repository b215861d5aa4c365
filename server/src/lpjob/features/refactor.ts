import type { Refactoring } from "../../core/analysis.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { ignoreActions } from "../../core/suppression/ignore-actions.ts";
import type { JsonArray } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { overlaps, type Span } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { addItem } from "../rewrite/insert.ts";
import { listedFields } from "../syntax/job.ts";

/** Refactorings for a span, including the filter's, and suppressions of its diagnostics. */
export function refactorings(
  doc: Document,
  span: Span,
  found: readonly Diagnostic[],
): readonly Refactoring[] {
  const list = doc.job.fieldNames;
  const rewrites =
    doc.json.errors.length === 0 && list && overlaps(list, span)
      ? [...sorted(doc, list), ...completed(doc, list)]
      : [];
  // Suppressions of the filter are included in ours.
  const inner = doc.inline?.refactorings(span).filter((it) => !it.isSuppression) ?? [];
  return [...rewrites, ...inner, ...suppressions(doc, span, found)];
}

function sorted({ text, job, json }: Document, list: JsonArray): Refactoring[] {
  const names = listedFields(job);
  const commented = json.comments.some((it) => it.start > list.start && it.end < list.end);
  if (commented || names.length !== list.items.length) return [];
  const written = names.map((it) => text.slice(it.start, it.end));
  const inOrder = [...written].sort();
  const edits = names.flatMap((it, i) =>
    written[i] === inOrder[i] ? [] : [replace(it, inOrder[i] ?? "")],
  );
  if (edits.length === 0) return [];
  return [{ title: "Sort 'field_names'", kind: "refactor.rewrite", edits }];
}

/** The service has no wildcard for all fields. */
function completed({ job, fields }: Document, list: JsonArray): Refactoring[] {
  const listed = new Set(listedFields(job).map((it) => it.value));
  const missing = [...fields.values()].filter((it) => !it.deprecated && !listed.has(it.name));
  if (missing.length === 0) return [];
  const names = missing.map((it) => JSON.stringify(it.name)).join(", ");
  const title = `Add the other ${missing.length} fields of '${job.dataset}'`;
  return [{ title, kind: "refactor.rewrite", edits: [addItem(list, names)] }];
}

/** Suppressing a syntax error would not help: the text still cannot be parsed. */
function suppressions(
  doc: Document,
  span: Span,
  found: readonly Diagnostic[],
): readonly Refactoring[] {
  const here = found.filter(
    (it) => overlaps(it, span) && it.code !== "json-syntax" && it.code !== "too-many-findings",
  );
  return here.length === 0
    ? []
    : ignoreActions(here, { text: doc.text, comments: doc.json.comments, marker: "//" });
}
