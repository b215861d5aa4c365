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

/** The plans of the service that a rule may be written for. */
export const rulePlans: readonly string[] = plans;

export { type RulesTarget, rulesTargets } from "./catalogue/actions.ts";

/** What rules of one's own can do at each interface, what they can pass over, and where they run. */
export const ruleActions = {
  "firewall-rules": customActions("firewall-rules"),
  rulesets: customActions("rulesets"),
} as const;
export const ruleProducts = products;

/** What an action does, in a sentence. */
export function ruleActionDoc(name: string): string {
  return actions.find((it) => it.name === name)?.doc ?? "";
}

export const rulePhase: string = customPhase;

/** Whether a field may be said to have that type. */
/** The kinds of lists, with what they hold. */
export const listKinds = listKindNames.map((name) => ({ name, doc: `Holds ${kinds[name].noun}.` }));

export function isRuleFieldType(name: string): boolean {
  return parseTypeName(name) !== undefined;
}

/** What each check finds, by its code. */
export const ruleSummaries: Readonly<Record<string, string>> = Object.fromEntries(
  checks.map((it) => [it.code, it.summary]),
);

/** Rule expressions, as the rest of Weir sees them. */
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

/** A class, because one is made on every keystroke and few of its answers are asked for. */
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
