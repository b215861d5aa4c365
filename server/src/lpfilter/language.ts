import type { Analysis, Language } from "../core/analysis.ts";
import type { Context } from "../core/context.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { foldsOf } from "../json/folds.ts";
import { formatJson, formatJsonRange, formatJsonTyped } from "../json/format.ts";
import { minify } from "../json/minify.ts";
import { selectionsAt } from "../json/selections.ts";
import { datasetNamed, datasets } from "./catalogue/datasets.ts";
import { isFieldType } from "./catalogue/fields.ts";
import { check, checks } from "./checks/all.ts";
import { type Document, type HostedFilter, readDocument, readHosted } from "./document.ts";
import { complete } from "./features/complete.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { links } from "./features/links.ts";
import { refactorings } from "./features/refactor.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";

/** What a job around a filter asks: the catalogue of datasets and fields, and what we say about them. */
export type { Dataset, Field } from "./catalogue/dataset.ts";
export { datasetNamed, datasets } from "./catalogue/datasets.ts";
export { fieldsOf } from "./catalogue/fields.ts";
export { successorOf } from "./catalogue/instead.ts";
export { plainText as unescapedFilter } from "./escaped.ts";
export { datasetPage, describeDataset, describeField } from "./features/describe.ts";
export { suggestField } from "./field-names.ts";

/** The datasets that a filter can be for. */
export const lpfilterDatasets: readonly string[] = datasets.map((it) => it.name);

/** Whether jobs of a dataset belong to a zone, to an account, or to either. Empty for a dataset that we do not know. */
export function lpfilterScopes(dataset: string): readonly ("zone" | "account")[] {
  return datasetNamed(dataset)?.scopes ?? [];
}

/** Whether a field may be said to have that type. */
export function isFilterFieldType(name: string): boolean {
  return isFieldType(name);
}

/** Log push filters, as the rest of Weir sees them. */
export const lpfilter: Language = {
  id: "lpfilter",
  extension: ".lpfilter",
  title: "log push filter",
  checks,
  completionTriggers: ['"', ":", "{", "[", ",", "@", " "],
  formattingTriggers: ["}", "]", "\n"],
  analyse: (text, context) => analysis(readDocument(text, context)),
};

/** The same for a filter inside another document, whose places all answers are in. Formatting is left to that document. */
export function analyseHosted(filter: HostedFilter, context: Context): Analysis {
  return analysis(readHosted(filter, context));
}

function analysis(doc: Document): Analysis {
  let found: readonly Diagnostic[] | undefined;
  return {
    diagnostics: () => (found ??= check(doc.filter, doc)),
    hover: (offset) => hover(doc, offset),
    complete: (offset) => complete(doc, offset),
    signature: () => undefined,
    refactorings: (span) => refactorings(doc, span),
    format: (options) => (doc.json.errors.length > 0 ? undefined : formatJson(doc.json, options)),
    formatRange: (span, options) => formatJsonRange(doc.json, span, options),
    formatOnType: (offset, _typed, options) => formatJsonTyped(doc.json, offset, options),
    symbols: () => symbols(doc),
    folds: () => foldsOf(doc.json),
    selections: (offset) => selectionsAt(doc.json, offset),
    tokens: () => tokens(doc),
    inlays: (span) => inlays(doc, span),
    lenses: () => lenses(doc),
    highlights: (offset) => highlights(doc, offset),
    links: () => links(doc),
    pushed: () => (doc.json.root ? minify(doc.json.root, doc.text) : undefined),
  };
}
