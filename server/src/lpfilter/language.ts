import type { Language } from "../core/analysis.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { formatJson, formatJsonRange, formatJsonTyped } from "../json/format.ts";
import { minify } from "../json/minify.ts";
import { datasetNamed, datasets } from "./catalogue/datasets.ts";
import { check, checks } from "./checks/all.ts";
import { readDocument } from "./document.ts";
import { complete } from "./features/complete.ts";
import { folds } from "./features/folding.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { links } from "./features/links.ts";
import { refactorings } from "./features/refactor.ts";
import { selections } from "./features/selection.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";

/** The datasets that a filter can be for. */
export const lpfilterDatasets: readonly string[] = datasets.map((it) => it.name);

/** Whether jobs of a dataset belong to a zone, to an account, or to either. Empty for a dataset that we do not know. */
export function lpfilterScopes(dataset: string): readonly ("zone" | "account")[] {
  return datasetNamed(dataset)?.scopes ?? [];
}

/** Log push filters, as the rest of Weir sees them. */
export const lpfilter: Language = {
  id: "lpfilter",
  extension: ".lpfilter",
  title: "log push filter",
  checks,
  completionTriggers: ['"', ":", "{", "[", ",", "@", " "],
  formattingTriggers: ["}", "]", "\n"],
  analyse(text, context) {
    const doc = readDocument(text, context);
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
      folds: () => folds(doc),
      selections: (offset) => selections(doc, offset),
      tokens: () => tokens(doc),
      inlays: (span) => inlays(doc, span),
      lenses: () => lenses(doc),
      highlights: (offset) => highlights(doc, offset),
      links: () => links(doc),
      pushed: () => (doc.json.root ? minify(doc.json.root, text) : undefined),
    };
  },
};
