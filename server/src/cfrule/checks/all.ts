import { diagnosticsOf, looksAtRuleSets } from "../../core/configuration/diagnostics.ts";
import { positionNames } from "../../core/configuration/position.ts";
import type { RuleSetAnalysis } from "../../core/configuration/rule-file.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { policyFindings } from "../../core/policies.ts";
import { CheckSet, respectingHoles } from "../../core/runner.ts";
import { suppress } from "../../core/suppression/suppress.ts";
import type { Document } from "../document.ts";
import { reportProblems } from "../problem-report.ts";
import { safetyAroundHoles } from "../rewrite/around-holes.ts";
import { keepingComments } from "../rewrite/kept-comments.ts";
import { ruleFileOf, ruleSubject } from "../rule-file.ts";
import type { ProblemCode } from "../syntax/problems.ts";
import { accountPlanTest } from "./account-plan-test.ts";
import { allOfOneFamily } from "./all-of-one-family.ts";
import { allOnAbsent } from "./all-on-absent.ts";
import { alwaysMatches } from "./always-matches.ts";
import { argumentValue } from "./argument-value.ts";
import { certPresented } from "./cert-presented.ts";
import type { AnyRuleCheck, ParserProblem, RuleCheck } from "./check.ts";
import { coveredValue } from "./covered-value.ts";
import { dashRange } from "./dash-range.ts";
import { deprecatedField } from "./deprecated-field.ts";
import { digestText } from "./digest-text.ts";
import { directiveAction } from "./directive-action.ts";
import { directiveValue } from "./directive-value.ts";
import { doubleNegation } from "./double-negation.ts";
import { duplicateCondition } from "./duplicate-condition.ts";
import { duplicateDirective } from "./duplicate-directive.ts";
import { duplicateValue } from "./duplicate-value.ts";
import { emptySet } from "./empty-set.ts";
import { encodedCharacter } from "./encoded-character.ts";
import { exampleSyntax } from "./example-syntax.ts";
import { expressionTooLong } from "./expression-too-long.ts";
import { failedExample } from "./failed-example.ts";
import { falseWhenMissing } from "./false-when-missing.ts";
import { gluedKeyword } from "./glued-keyword.ts";
import { headerKeyCase } from "./header-key-case.ts";
import { hostSuffix } from "./host-suffix.ts";
import { largeSet } from "./large-set.ts";
import { lateDirective } from "./late-directive.ts";
import { listKind } from "./list-kind.ts";
import { looseAddress } from "./loose-address.ts";
import { looseReferrer } from "./loose-referrer.ts";
import { mappedAddress } from "./mapped-address.ts";
import { mayBeMissingValue } from "./may-be-missing.ts";
import { missingAction } from "./missing-action.ts";
import { mixedAndOr } from "./mixed-and-or.ts";
import { mixedSpelling } from "./mixed-spelling.ts";
import { nearLengthLimit } from "./near-length-limit.ts";
import { nearRegexLimit } from "./near-regex-limit.ts";
import { negatedComparison } from "./negated-comparison.ts";
import { neverMatches } from "./never-matches.ts";
import { normalizedPath } from "./normalized-path.ts";
import { octalInteger } from "./octal-integer.ts";
import { overlappingRanges } from "./overlapping-ranges.ts";
import { patternValue } from "./pattern-value.ts";
import { percentEscape } from "./percent-escape.ts";
import { phaseAction } from "./phase-action.ts";
import { phaseAvailability } from "./phase-availability.ts";
import { placeholder } from "./placeholder.ts";
import { planAvailability } from "./plan-availability.ts";
import { preferIn } from "./prefer-in.ts";
import { preferManagedChallenge } from "./prefer-managed-challenge.ts";
import { preferRawString } from "./prefer-raw-string.ts";
import { expressionProblems } from "./problems-in-expressions.ts";
import { literalProblems } from "./problems-in-literals.ts";
import { rawField } from "./raw-field.ts";
import { redundantCondition } from "./redundant-condition.ts";
import { redundantLower } from "./redundant-lower.ts";
import { redundantParentheses } from "./redundant-parentheses.ts";
import { redundantUpper } from "./redundant-upper.ts";
import { regexAnchoredAlternative } from "./regex-anchored-alternative.ts";
import { regexAsLiteral } from "./regex-as-literal.ts";
import { regexClass } from "./regex-class.ts";
import { regexDoubledBackslash } from "./regex-doubled-backslash.ts";
import { regexDoubledQuantifier } from "./regex-doubled-quantifier.ts";
import { regexGlob } from "./regex-glob.ts";
import { regexMatchesEverything } from "./regex-matches-everything.ts";
import { regexQueryMark } from "./regex-query-mark.ts";
import { regexSlashes } from "./regex-slashes.ts";
import { regexSyntax } from "./regex-syntax.ts";
import { regexUnescapedDot } from "./regex-unescaped-dot.ts";
import { replaceCalls } from "./replace-calls.ts";
import { reservedAddress } from "./reserved-address.ts";
import { scoreDirection } from "./score-direction.ts";
import { severalArrays } from "./several-arrays.ts";
import { singleValueRange } from "./single-value-range.ts";
import { textOrder } from "./text-order.ts";
import { textTooLong } from "./text-too-long.ts";
import { timestampBounds } from "./timestamp-bounds.ts";
import { tooManyRegexes } from "./too-many-regexes.ts";
import { unknownAction } from "./unknown-action.ts";
import { unknownDirective } from "./unknown-directive.ts";
import { unknownList } from "./unknown-list.ts";
import { unknownManagedList } from "./unknown-managed-list.ts";
import { unknownPhase } from "./unknown-phase.ts";
import { unknownPlan } from "./unknown-plan.ts";
import { unknownValue } from "./unknown-value.ts";
import { valueCase } from "./value-case.ts";
import { valueExpression } from "./value-expression.ts";
import { valueOnly } from "./value-only.ts";
import { valueRange } from "./value-range.ts";
import { valueShape } from "./value-shape.ts";
import { verifiedBots } from "./verified-bots.ts";
import { Walk } from "./walk.ts";
import { wildcardHexStar } from "./wildcard-hex-star.ts";
import { wildcardOnlyStar } from "./wildcard-only-star.ts";
import { wildcardSyntax } from "./wildcard-syntax.ts";
import { wildcardWithoutStar } from "./wildcard-without-star.ts";

/** All checks of the language, in the order of the documentation. Register new checks here. */
export const checks: readonly AnyRuleCheck[] = [
  ...expressionProblems.map(reportingParser),
  argumentValue,
  valueExpression,
  ...literalProblems.map(reportingParser),
  valueOnly,
  regexSyntax,
  wildcardSyntax,
  unknownList,
  unknownManagedList,
  listKind,
  deprecatedField,
  planAvailability,
  phaseAvailability,
  unknownDirective,
  directiveValue,
  directiveAction,
  phaseAction,
  duplicateDirective,
  textTooLong,
  lateDirective,
  exampleSyntax,
  failedExample,
  unknownAction,
  missingAction,
  preferManagedChallenge,
  verifiedBots,
  scoreDirection,
  certPresented,
  falseWhenMissing,
  accountPlanTest,
  unknownPlan,
  unknownPhase,
  expressionTooLong,
  nearLengthLimit,
  tooManyRegexes,
  nearRegexLimit,
  replaceCalls,
  unknownValue,
  valueCase,
  valueRange,
  placeholder,
  textOrder,
  valueShape,
  hostSuffix,
  looseReferrer,
  encodedCharacter,
  patternValue,
  digestText,
  headerKeyCase,
  octalInteger,
  gluedKeyword,
  dashRange,
  looseAddress,
  duplicateValue,
  coveredValue,
  overlappingRanges,
  singleValueRange,
  emptySet,
  reservedAddress,
  mappedAddress,
  allOfOneFamily,
  regexMatchesEverything,
  regexAsLiteral,
  regexAnchoredAlternative,
  regexUnescapedDot,
  regexSlashes,
  regexGlob,
  regexQueryMark,
  regexClass,
  regexDoubledBackslash,
  regexDoubledQuantifier,
  preferRawString,
  wildcardHexStar,
  wildcardWithoutStar,
  wildcardOnlyStar,
  redundantLower,
  redundantUpper,
  percentEscape,
  normalizedPath,
  timestampBounds,
  rawField,
  neverMatches,
  alwaysMatches,
  duplicateCondition,
  redundantCondition,
  preferIn,
  mixedAndOr,
  doubleNegation,
  redundantParentheses,
  negatedComparison,
  mayBeMissingValue,
  allOnAbsent,
  severalArrays,
  mixedSpelling,
  largeSet,
];

function reportingParser(problem: ParserProblem): RuleCheck<"rule"> {
  const run: RuleCheck<"rule">["run"] = (rule, report) =>
    reportProblems(rule, problem.code, report);
  return { ...problem, severity: "error", on: "rule", run };
}

const parserChecks = new Set<string>([
  "value-expression",
  ...[...expressionProblems, ...literalProblems].map((it) => it.code),
]);

/** Problems that the parser finds without the catalog. */
const syntaxCodes: readonly ProblemCode[] = [
  "expression-syntax",
  "unknown-operator",
  "bad-escape",
  "bad-number",
  "bad-address",
  "regex-syntax",
  "wildcard-syntax",
  "missing-parentheses",
  "too-deep",
];

/** Checks that still run on texts too large for all checks on each keystroke. */
const briefChecks = new Set<string>([
  ...syntaxCodes,
  "expression-too-long",
  "too-many-regexes",
  "replace-calls",
]);

const checkSet = new CheckSet(checks, briefChecks);
/** For texts without parser problems. */
const readable = new CheckSet(
  checks.filter((it) => !parserChecks.has(it.code)),
  briefChecks,
);

/** Runs all checks over a rule, in a single walk. */
export function check(document: Document): readonly Diagnostic[] {
  const { text, parsed, context } = document;
  const chosen = parsed.problems.length === 0 ? readable : checkSet;
  const found = new Walk(chosen.enabledIn(context), document).rule();
  const own = found.length === 0 ? found : withSafeFixes(found, document);
  const policies = policyFindings(context, "rule", () => ruleSubject(document)).diagnostics;
  const others = [...inRuleSet(document), ...policies];
  const all =
    others.length === 0
      ? own
      : [...own, ...others].sort((a, b) => a.start - b.start || a.end - b.end);
  return suppress(text, parsed.comments, all, context);
}

/** Fixes that keep comments, and mean the same whatever fills the holes of the text. */
function withSafeFixes(found: readonly Diagnostic[], document: Document): readonly Diagnostic[] {
  const kept = keepingComments(found, document.parsed);
  const isSafe = safetyAroundHoles(document);
  return isSafe ? respectingHoles(kept, isSafe, checks) : kept;
}

/** Diagnostics that follow from the other rules of its set. */
function inRuleSet(document: Document): readonly Diagnostic[] {
  const { text, context } = document;
  const { ruleSet } = context;
  const own = ruleSet && !context.brief ? ruleFileOf(document) : undefined;
  if (!ruleSet || !own) return [];
  const found = looksAtRuleSets(context)
    ? diagnosticsOf(text, () => ruleSet(own).findings(), context)
    : [];
  const isNamed = own.position !== undefined || own.ref !== undefined;
  return isNamed ? [...found, ...positionDiagnostics(document, ruleSet(own))] : found;
}

function positionDiagnostics(
  { parsed, context: { severity } }: Document,
  around: RuleSetAnalysis,
): readonly Diagnostic[] {
  const fault = around.positionFault();
  const names: readonly string[] = fault?.code === "duplicate-ref" ? ["ref"] : positionNames;
  const directive = parsed.directives.findLast((it) => names.includes(it.name));
  const level = fault && (severity[fault.code] ?? "error");
  if (!directive || !fault || !level || level === "off") return [];
  const { start, end } = directive.valueSpan;
  // The service may have the rule.
  const own = fault.isGuess && level === "error" ? "warning" : level;
  return [{ code: fault.code, severity: own, start, end, message: fault.message, fixes: [] }];
}
