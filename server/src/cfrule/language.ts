import type { Language } from "../core/analysis.ts";
import { analyzesWith, type Features } from "../core/document-analysis.ts";
import { policyFindings } from "../core/policies.ts";
import type { RequestFields } from "../core/trial.ts";
import { actionNamed, actions, customActions, type RulesTarget } from "./catalog/actions.ts";
import {
  maxCharacters,
  maxDescriptionCharacters,
  maxFirewallDescriptionCharacters,
  maxReferenceCharacters,
} from "./catalog/limits.ts";
import { isListName, listKindNames, listKinds } from "./catalog/lists.ts";
import { phaseNamed, phases } from "./catalog/phases.ts";
import { schemeWith } from "./catalog/scheme.ts";
import { parseTypeName } from "./catalog/type.ts";
import { check, checks } from "./checks/all.ts";
import type { RuleContext } from "./context.ts";
import { type Document, parseWithin, readDocument } from "./document.ts";
import { type RequestExtras, readRequest } from "./evaluator.ts";
import { complete } from "./features/complete.ts";
import { fieldSummaries, functionSummaries } from "./features/describe.ts";
import { addExample, examples, judgeExample } from "./features/examples.ts";
import { folds } from "./features/folding.ts";
import {
  format,
  formatObstacle,
  formatOnType,
  formatRange,
  syntaxFault,
} from "./features/format.ts";
import { highlights } from "./features/highlights.ts";
import { hover } from "./features/hover.ts";
import { inlays } from "./features/inlays.ts";
import { lenses } from "./features/lenses.ts";
import { refactorings } from "./features/refactor.ts";
import { links, listReferences, ruleReference } from "./features/references.ts";
import { selections } from "./features/selection.ts";
import { signature } from "./features/signature.ts";
import { symbols } from "./features/symbols.ts";
import { tokens } from "./features/tokens.ts";
import { trials } from "./features/trials.ts";
import { meaningOf, shrinkRule } from "./meaning.ts";
import { addComparison, addRange } from "./rewrite/add-condition.ts";
import { ruleFileOf, ruleSubject } from "./rule-file.ts";

export {
  type FormatChoices,
  type OperatorSpelling,
  operatorSpellings,
  type RuleContext,
} from "./context.ts";

/** The longest texts of a rule that the service accepts, in characters. */
export const ruleLimits = {
  expression: maxCharacters,
  description: maxDescriptionCharacters,
  firewallDescription: maxFirewallDescriptionCharacters,
  ref: maxReferenceCharacters,
} as const;

export { type ActionName, type RulesTarget, rulesTargets } from "./catalog/actions.ts";
/** The zone plans. */
export { planNames } from "./catalog/plans.ts";

/** The actions per rules target, the products to skip, and the phases. */
export const ruleActions = {
  "firewall-rules": customActions("firewall-rules"),
  rulesets: customActions("rulesets"),
} as const;
export { ruleProducts, skipParameters } from "./catalog/actions.ts";

/** Rules with the same key are the same, however they are written. */
export { ruleKey } from "./normal-form.ts";
/** The text of a directive such as `@description`, on one line. */
export { directiveText } from "./syntax/directives.ts";

/** A one-sentence description of an action. */
export function ruleActionDoc(name: string): string {
  return actions.find((it) => it.name === name)?.doc ?? "";
}

/** Whether no later rule of a set sees the requests that a rule with this action matches. */
export function endsRuleSet(action: string, target?: RulesTarget): boolean {
  const row = actionNamed(action);
  return row?.terminates === true && (!target || row.targets.includes(target));
}

export { customPhase } from "./catalog/phases.ts";
export { phaseActionProblem, settingProblems } from "./settings/check.ts";

export function isAction(name: string): boolean {
  return actionNamed(name) !== undefined;
}

export const phaseDocs = phases.map(({ name, doc }) => ({ name, doc }));

export function isPhase(name: string): boolean {
  return phaseNamed(name) !== undefined;
}

/** Rules, values and requests as a trace follows them. */
export { type PhaseStep, phaseSteps } from "./catalog/phase-steps.ts";
export { packetPhases } from "./catalog/phases.ts";
export { skips } from "./catalog/skips.ts";
export type { ParsedRequest, RequestChanges } from "./evaluator.ts";
/** The outcome of a rule for a request. */
export {
  compilePattern,
  PartialMap,
  type RequestExtras,
  type Rule,
  unknownValue,
} from "./evaluator.ts";
export {
  type ListTests,
  tracedRequest,
  traceRule,
  traceValue,
  type ValueTrial,
} from "./features/tracing.ts";

/** Whether the action is the only one of the phase. */
export function onlyAction(phase: string): string | undefined {
  const [action, ...others] = phaseNamed(phase)?.actions ?? [];
  return others.length === 0 ? action : undefined;
}

/** Parses a request in one line, as in examples, with additional headers and fields. */
export function requestIn(
  text: string,
  extras: RequestExtras,
  { extraFields }: RuleContext,
): { readonly request?: RequestFields | undefined; readonly problems: readonly string[] } {
  const scheme = schemeWith(extraFields.rules ?? {});
  const { request, problems } = readRequest(text, scheme, extras);
  return { request, problems: problems.map((it) => it.message) };
}

/** A rule as a tree, and what is needed to translate its comparisons. */
export { portableRegex } from "./regex/portable.ts";
export { type RuleSource, ruleSource } from "./source.ts";
export { textOfBytes } from "./syntax/bytes.ts";
export type * as ruleNodes from "./syntax/tree.ts";
export { readWildcard } from "./syntax/wildcard.ts";

/** The kinds of lists, with their contents. */
export const listKindDocs = listKindNames.map((name) => ({
  name,
  doc: `Contains ${listKinds[name].noun}.`,
}));

export { expectedListItem } from "./catalog/lists.ts";

/** Whether the type of a declared field is valid. */
export function isRuleFieldType(name: string): boolean {
  return parseTypeName(name) !== undefined;
}

const features: Features<Document> = {
  add: (doc, addition) =>
    addition.kind === "example"
      ? addExample(doc, addition)
      : addition.kind === "range"
        ? addRange(doc, addition)
        : addComparison(doc, addition),
  check,
  hover,
  complete,
  signature,
  refactorings,
  format,
  formatObstacle,
  syntaxFault,
  formatRange,
  formatOnType: (doc, offset, typed, options) => formatOnType(doc, { offset, typed }, options),
  symbols,
  folds,
  selections,
  tokens,
  inlays,
  lenses,
  highlights,
  links,
  pushed: ({ pushed }) => (pushed === "" ? undefined : pushed),
  directives: ({ parsed }) => parsed.directives.map(({ name, value }) => ({ name, value })),
  examples,
  judgeExample,
  trials,
  meaning: (doc) => meaningOf(doc),
  notChecked: (doc) => policyFindings(doc.context, "rule", () => ruleSubject(doc)).notChecked,
  ruleFile: (doc) => ruleFileOf(doc),
  shrink: (doc) => shrinkRule(doc, (text) => parseWithin(text, doc), meaningOf),
  listReferences,
  ruleReference,
};

const analysisOf = analyzesWith(features);

/** The façade of the rule language. */
export const cfrule: Language<RuleContext> = {
  id: "cfrule",
  extensions: [".cfrule"],
  title: "rule expression",
  resource: "rule",
  codes: checks.map((it) => it.code),
  checks,
  completionTriggers: [".", " ", "(", "[", '"', "{", "$", "@", ","],
  formattingTriggers: ["\n", "}", ")"],
  fields: () => fieldSummaries(),
  functions: functionSummaries,
  isListName,
  analyze: (text, context) => analysisOf(readDocument(text, context)),
};
