import type { Language } from "../core/analysis.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { isListName } from "./catalogue/lists.ts";
import { parseTypeName } from "./catalogue/type.ts";
import { check, checks } from "./checks/all.ts";
import { readDocument } from "./document.ts";
import { complete } from "./features/complete.ts";
import { folds } from "./features/folding.ts";
import { format, formatOnType, formatRange } from "./features/format.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { links } from "./features/links.ts";
import { listReferences } from "./features/lists.ts";
import { refactorings } from "./features/refactor.ts";
import { selections } from "./features/selection.ts";
import { signature } from "./features/signature.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";

/** Whether a field may be said to have that type. */
export function isRuleFieldType(name: string): boolean {
  return parseTypeName(name) !== undefined;
}

/** Rule expressions, as the rest of Weir sees them. */
export const cfrule: Language = {
  id: "cfrule",
  extension: ".cfrule",
  title: "rule expression",
  checks,
  completionTriggers: [".", " ", "(", "[", '"', "{", "$", "@", ","],
  formattingTriggers: ["\n", "}", ")"],
  isListName,
  analyse(text, context) {
    const doc = readDocument(text, context);
    let found: readonly Diagnostic[] | undefined;
    return {
      diagnostics: () => {
        found ??= check(doc);
        return found;
      },
      hover: (offset) => hover(doc, offset),
      complete: (offset) => complete(doc, offset),
      signature: (offset) => signature(doc, offset),
      refactorings: (span) => refactorings(doc, span),
      format: (options) => format(doc, options),
      formatRange: (span, options) => formatRange(doc, span, options),
      formatOnType: (offset, typed, options) => formatOnType(doc, { offset, typed }, options),
      symbols: () => symbols(doc),
      folds: () => folds(doc),
      selections: (offset) => selections(doc, offset),
      tokens: () => tokens(doc),
      inlays: (span) => inlays(doc, span),
      lenses: () => lenses(doc),
      highlights: (offset) => highlights(doc, offset),
      links: () => links(doc),
      pushed: () => (doc.pushed === "" ? undefined : doc.pushed),
      listReferences: () => listReferences(doc),
      directives: () => doc.parsed.directives.map(({ name, value }) => ({ name, value })),
    };
  },
};
