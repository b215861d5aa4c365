import type { Analysis, FormatOptions, Language } from "../core/analysis.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import type { Span } from "../text/span.ts";
import { actions, customActions, products } from "./catalogue/actions.ts";
import { isListName, listKinds as kinds, listKindNames } from "./catalogue/lists.ts";
import { customPhase } from "./catalogue/phases.ts";
import { plans } from "./catalogue/plans.ts";
import { parseTypeName } from "./catalogue/type.ts";
import { check, checks } from "./checks/all.ts";
import type { RuleContext } from "./context.ts";
import { type Document, readDocument } from "./document.ts";
import { complete } from "./features/complete.ts";
import { folds } from "./features/folding.ts";
import { format, formatObstacle, formatOnType, formatRange } from "./features/format.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { links } from "./features/links.ts";
import { listReferences } from "./features/lists.ts";
import { refactorings } from "./features/refactor.ts";
import { ruleReference } from "./features/rule-references.ts";
import { selections } from "./features/selection.ts";
import { signature } from "./features/signature.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";

export {
  type FormatChoices,
  type OperatorSpelling,
  operatorSpellings,
  type RuleContext,
} from "./context.ts";

/** The zone plans. */
export const rulePlans: readonly string[] = plans;

export { type RulesTarget, rulesTargets } from "./catalogue/actions.ts";

/** The actions per rules target, the products to skip, and the phases. */
export const ruleActions = {
  "firewall-rules": customActions("firewall-rules"),
  rulesets: customActions("rulesets"),
} as const;
export const ruleProducts = products;

/** A one-sentence description of an action. */
export function ruleActionDoc(name: string): string {
  return actions.find((it) => it.name === name)?.doc ?? "";
}

export const rulePhase: string = customPhase;

/** Whether the type of a declared field is valid. */
/** The kinds of lists, with their contents. */
export const listKinds = listKindNames.map((name) => ({
  name,
  doc: `Contains ${kinds[name].noun}.`,
}));

export function isRuleFieldType(name: string): boolean {
  return parseTypeName(name) !== undefined;
}

/** The checks, by code. */
export const ruleSummaries: Readonly<Record<string, string>> = Object.fromEntries(
  checks.map((it) => [it.code, it.summary]),
);

/** The façade of the rule language. */
export const cfrule: Language<RuleContext> = {
  id: "cfrule",
  extensions: [".cfrule"],
  title: "rule expression",
  resource: "rule",
  checks,
  completionTriggers: [".", " ", "(", "[", '"', "{", "$", "@", ","],
  formattingTriggers: ["\n", "}", ")"],
  isListName,
  analyse: (text, context) => new RuleAnalysis(readDocument(text, context)),
};

/** A class with lazy members, because one is created on every keystroke. */
class RuleAnalysis implements Analysis {
  private found: readonly Diagnostic[] | undefined;

  constructor(private readonly doc: Document) {}

  diagnostics(): readonly Diagnostic[] {
    this.found ??= check(this.doc);
    return this.found;
  }

  hover(offset: number) {
    return hover(this.doc, offset);
  }

  complete(offset: number) {
    return complete(this.doc, offset);
  }

  signature(offset: number) {
    return signature(this.doc, offset);
  }

  refactorings(span: Span) {
    return refactorings(this.doc, span);
  }

  format(options: FormatOptions) {
    return format(this.doc, options);
  }

  formatObstacle() {
    return formatObstacle(this.doc);
  }

  formatRange(span: Span, options: FormatOptions) {
    return formatRange(this.doc, span, options);
  }

  formatOnType(offset: number, typed: string, options: FormatOptions) {
    return formatOnType(this.doc, { offset, typed }, options);
  }

  symbols() {
    return symbols(this.doc);
  }

  folds() {
    return folds(this.doc);
  }

  selections(offset: number) {
    return selections(this.doc, offset);
  }

  tokens() {
    return tokens(this.doc);
  }

  inlays(span: Span) {
    return inlays(this.doc, span);
  }

  lenses() {
    return lenses(this.doc);
  }

  highlights(offset: number) {
    return highlights(this.doc, offset);
  }

  links() {
    return links(this.doc);
  }

  pushed() {
    return this.doc.pushed === "" ? undefined : this.doc.pushed;
  }

  listReferences() {
    return listReferences(this.doc);
  }

  ruleReference(offset: number) {
    return ruleReference(this.doc, offset);
  }

  directives() {
    return this.doc.parsed.directives.map(({ name, value }) => ({ name, value }));
  }
}
