import type { Analysis } from "../core/analysis.ts";
import { firstErrorIn } from "../core/diagnostic.ts";
import { fits, type NotShrunk } from "../core/shrink/size.ts";
import { type RequestFields, withMissing } from "../core/trial.ts";
import { costOfLines, KeepError } from "../cost/of-lines.ts";
import { linePredicate, requestIn } from "../languages.ts";
import { dialectNames } from "../sql/dialect-names.ts";
import { dialects } from "../sql/dialects.ts";
import { translateDocument } from "../sql/document.ts";
import { timestampColumns } from "../sql/timestamp-condition.ts";
import { applyEdits } from "../text/edit.ts";
import { isRecord } from "../text/record.ts";
import { alternatives } from "../text/wording.ts";
import { requireInput } from "./arguments.ts";
import { analysisOf, type Subject, theOnly } from "./subject.ts";
import {
  type Cost,
  type CostOptions,
  type LineInput,
  type RequestInput,
  type Selection,
  type Shrunk,
  type SqlOptions,
  TextError,
} from "./types.ts";

export function evaluateText(
  subject: Subject,
  input: LineInput | RequestInput,
  selection: Selection | undefined,
): boolean | undefined {
  requireInput(input);
  const trials = analysisOf(subject).trials?.() ?? [];
  const found = theOnly(subject, trials, (it) => it.region?.start ?? 0, selection);
  const { test, rule, error, filterFile } = found;
  if (filterFile !== undefined)
    throw new TextError(`The filter of this job is in '${filterFile}'. Evaluate that text.`);
  if (error !== undefined) throw new TextError(error);
  if (test) return linePredicate(test)(lineIn(input));
  if (!rule) throw new TextError("The text cannot be evaluated.");
  const outcome = rule.outcome(requestFrom(input, subject));
  return typeof outcome === "boolean" ? outcome : undefined;
}

function lineIn(input: LineInput | RequestInput): LineInput["line"] {
  if (isRecord(input) && "line" in input && isRecord(input.line)) return input.line;
  throw new TypeError("A filter needs a log line: { line: { … } }.");
}

function requestFrom(input: LineInput | RequestInput, { context }: Subject): RequestFields {
  if (!isRecord(input) || !("request" in input) || typeof input.request !== "string")
    throw new TypeError("A rule needs a request: { request: 'GET https://example.com/' }.");
  const fields = Object.fromEntries(entriesOf(input, "fields"));
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const extras = {
    headers: entriesOf(input, "headers").map(
      ([name, value]) => `${name}: ${headerOf(name, value)}`,
    ),
    settings: given.map(([name, value]) => `${name}=${jsonOf(name, value)}`),
  };
  const { request, problems } = requestIn(input.request, extras, context);
  if (!request) throw new TypeError(`Invalid request: ${problems.join(" ")}`);
  return withMissing(request, (name) => fields[name] === null);
}

/** Undefined is the same as omitted. */
export function entriesOf(
  input: Readonly<Record<string, unknown>>,
  key: string,
): [string, unknown][] {
  const values = input[key] ?? {};
  if (!isRecord(values)) throw new TypeError(`Expected an object as '${key}'.`);
  return Object.entries(values).filter(([, value]) => value !== undefined);
}

function headerOf(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`Expected a string as header '${name}'.`);
}

export function jsonOf(name: string, value: unknown): string {
  if (typeof value === "bigint") return String(value);
  return JSON.stringify(value, (_, it: unknown) => {
    if (typeof it !== "bigint") return it;
    throw new TypeError(`Expected plain data as field '${name}', not a bigint inside.`);
  });
}

export function shrinkText(subject: Subject, selection: Selection | undefined): Shrunk {
  const { text } = subject;
  const analysis = analysisOf(subject);
  const all = analysis.shrink?.({ start: 0, end: text.length }) ?? [];
  const found = theOnly(subject, all, (it) => it.start, selection);
  if ("error" in found) throw new TextError(whyNotShrunk(found, analysis));
  const { before, after, edits } = found;
  return { text: applyEdits(text, edits), before, after, fits: fits(found) };
}

/** The first error in the text, instead of all possible reasons. */
export function whyNotShrunk(it: NotShrunk, analysis: Analysis): string {
  const problem = firstErrorIn(it, analysis.diagnostics());
  return problem
    ? `Cannot be shortened, because the text has errors: ${problem.message}`
    : it.error;
}

export function sqlOf(subject: Subject, given: SqlOptions): string {
  const { dialect: name, table, where, count, timestamps, select } = given;
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (!dialect)
    throw new TypeError(`Unknown dialect '${name}'. Use ${alternatives(dialectNames)}.`);
  if (timestamps !== undefined && !timestampColumns.includes(timestamps))
    throw new TypeError(
      `Unknown timestamps '${timestamps}'. Use ${alternatives(timestampColumns)}.`,
    );
  const readFilter = (path: string) => ({
    error: `The filter of this job is in '${path}'. Translate that text.`,
  });
  const statements = translateDocument(
    { ...subject, readFilter },
    { dialect, table, where, count, timestamps },
  );
  const statement = theOnly(subject, statements, (it) => it.start, select);
  if ("error" in statement) throw new TextError(statement.error, statement.at);
  return statement.sql;
}

/** The cost of the jobs of a text on log lines. */
export function costOf(
  { text, language, context }: Subject,
  lines: string,
  { path, keep = [], target }: Pick<CostOptions, "path" | "keep" | "target">,
): Cost {
  if (typeof lines !== "string") throw new TypeError("Expected a string as log lines.");
  if (!Array.isArray(keep)) throw new TypeError("Expected an array of texts as 'keep'.");
  if (target !== undefined && !(target > 0 && target <= 1))
    throw new TypeError("Expected a number above 0 and at most 1 as 'target'.");
  const source = { path: path ?? `text${language.extensions[0]}`, text, context };
  try {
    const found = costOfLines({ ...source, keeps: keep, target }, lines);
    const error = found.jobs.find((it) => it.error !== undefined)?.error;
    if (found.jobs.length === 0) throw new TextError("The text has no job or filter.");
    if (error !== undefined) throw new TextError(error);
    return found;
  } catch (error) {
    throw error instanceof KeepError ? new TextError(error.message) : error;
  }
}
