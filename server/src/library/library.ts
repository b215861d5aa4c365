import { comparisonJson } from "../compare/describe.ts";
import { currentCode, manualUrl } from "../core/diagnostic.ts";
import { applySafeFixes } from "../core/fix-all.ts";
import { reportedDiagnostics } from "../core/host-syntax.ts";
import { allCodes, manualsOf } from "../languages.ts";
import { applyEdits } from "../text/edit.ts";
import { Lines } from "../text/lines.ts";
import { nearest } from "../text/nearest.ts";
import { costOf, evaluateText, shrinkText, sqlOf } from "./answers.ts";
import { compareTexts } from "./compare.ts";
import { appliedOf, diagnosticOf } from "./diagnostic.ts";
import { decidePolicies, reviewConfigurations } from "./review.ts";
import { analysisOf, subjectOf } from "./subject.ts";
import { traceRequest } from "./trace.ts";
import type {
  AlwaysAnswer,
  CompareOptions,
  Comparison,
  ConfigurationInput,
  Cost,
  CostOptions,
  Diagnostic,
  Explanation,
  Field,
  Fixed,
  FixOptions,
  LineInput,
  PolicyInput,
  RequestInput,
  Review,
  ReviewOptions,
  SelectOptions,
  Shrunk,
  SqlOptions,
  TextOptions,
  Trace,
  TraceOptions,
} from "./types.ts";

export type * from "./types.ts";
export { TextError } from "./types.ts";

/** The problems in a text, in source order. */
export function check(text: string, options: TextOptions): Diagnostic[] {
  const subject = subjectOf(text, options);
  const found = reportedDiagnostics(analysisOf(subject), subject.context.severity);
  const lines = new Lines(text);
  return found.map((it) => diagnosticOf(it, lines));
}

/** Applies the safe fixes of errors and warnings. They never change the meaning of a valid text. */
export function fix(text: string, options: FixOptions): Fixed {
  const { language, context } = subjectOf(text, options);
  const fixed = applySafeFixes(language, text, context, { style: options.style });
  return { text: fixed.text, applied: appliedOf(fixed.applied, text) };
}

/** The formatted text. A text with syntax errors or a host file is returned unchanged. */
export function format(text: string, options: TextOptions): string {
  const edits = analysisOf(subjectOf(text, options)).format({ tabSize: 2, insertSpaces: true });
  return applyEdits(text, edits ?? []);
}

/**
 * Whether a filter or a job keeps a log line, or a rule matches a request. Undefined if that depends on an unknown value, such as
 * a field that was not provided. Throws a `TextError` for a text with errors.
 */
export function evaluate(
  text: string,
  input: LineInput | RequestInput,
  options: SelectOptions,
): boolean | undefined {
  return evaluateText(subjectOf(text, options), input, options.select);
}

/** The proved relation between the matches of two filters, jobs or rules. Throws a `TextError` if they cannot be compared. */
export function compare(first: string, second: string, options: CompareOptions): Comparison {
  const [one, other] = [subjectOf(first, options), subjectOf(second, options)];
  return comparisonJson(compareTexts(one, other, options));
}

/**
 * Measures what a job sends of these log lines (NDJSON), field by field, and what could be left out. A filter counts as a job that sends all
 * fields. Throws a `TextError` for a text with errors.
 */
export function cost(text: string, lines: string, options: CostOptions): Cost {
  return costOf(subjectOf(text, options), lines, options);
}

/** The shortest equivalent filter or rule found. Throws a `TextError` for a text with errors. */
export function shrink(text: string, options: SelectOptions): Shrunk {
  return shrinkText(subjectOf(text, options), options.select);
}

/** A filter, job or rule as SQL. Throws a `TextError` for a text that cannot be translated. */
export function toSql(text: string, options: SqlOptions): string {
  return sqlOf(subjectOf(text, options), options);
}

/**
 * Follows a request through all rules of a configuration: files with their paths, or rulesets as the API has them. Throws a
 * `TextError` if it is not clear which zone is meant.
 */
export function trace(
  configuration: ConfigurationInput,
  request: RequestInput | string,
  options: TraceOptions = {},
): Trace {
  return traceRequest(configuration, request, options);
}

/** The effect on requests of a change from one configuration to another. Throws a `TextError` if there are no rulesets. */
export function review(
  before: ConfigurationInput,
  after: ConfigurationInput,
  options: ReviewOptions = {},
): Review {
  return reviewConfigurations(before, after, options);
}

/**
 * Whether policies hold for every request: entries under `always`, or the text of a `*.trace.yaml`. Throws a `TextError` if one of
 * them has errors.
 */
export function always(
  configuration: ConfigurationInput,
  policies: string | readonly PolicyInput[],
  options: ReviewOptions = {},
): AlwaysAnswer[] {
  return decidePolicies(configuration, policies, options);
}

/** The fields of rules, or of a dataset for filters and jobs. */
export function fields(options: Pick<TextOptions, "language" | "dataset">): Field[] {
  const { language } = subjectOf("", options);
  return [...(language.fields?.(options.dataset) ?? [])];
}

/** The explanation of a diagnostic in each language that has it. Throws for an unknown code. */
export function explain(given: string): Explanation[] {
  if (typeof given !== "string") throw new TypeError("Expected a string as code.");
  const code = currentCode(given);
  const found = manualsOf(code);
  if (found.length > 0)
    return found.map(({ check: { severity, summary, why } }) => ({
      code,
      severity,
      summary,
      why,
      url: manualUrl(code),
    }));
  const guess = nearest(code, allCodes);
  throw new TypeError(`Unknown diagnostic '${code}'.${guess ? ` Did you mean '${guess}'?` : ""}`);
}
