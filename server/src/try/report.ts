import { type Missing, missingFields, missingNames } from "../bridge/missing.ts";
import { isBridged } from "../bridge/rows.ts";
import type { RulePlace } from "../core/trial.ts";
import { logFieldsOf } from "../languages.ts";
import type { LeftOut } from "../logs/find-logs.ts";
import { Lines, type Position } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { type LogCounts, mostFrequent, mostShown, type ResultCounts } from "./counts.ts";
import type { LogProblem, RunReport } from "./run.ts";
import type { TriedText } from "./subject.ts";

/** The JSON output of `weir try`; its shape is part of the public contract. */
export interface TryAnswer {
  readonly version: 1;
  /** The logs were not read to their end. */
  readonly interrupted?: true;
  readonly logs: {
    readonly files: number;
    /** If interrupted: the files that were read to their end. */
    readonly filesRead?: number;
    /** If interrupted: the share of the bytes of the files that was read. */
    readonly share?: number;
    /** In an editor: the file, if there is only one. */
    readonly path?: string;
    readonly lines: number;
    readonly bytes: number;
    readonly unreadable: number;
    /** Lines outside `--since` and `--until`, which are not included in other counts, and their bytes. */
    readonly outside?: number;
    readonly outsideBytes?: number;
    /** For rules: the lines that are subrequests of Workers, which count as requests. */
    readonly subrequests?: number;
    readonly unreadableLines?: readonly LogProblem[];
    readonly errors?: readonly LogProblem[];
    readonly notes?: readonly LogProblem[];
    /** Files in folders that were not read, and the first of them. */
    readonly leftOut?: { readonly files: number; readonly first: readonly LogProblem[] };
  };
  readonly results: readonly TryResult[];
}

export interface TryResult {
  readonly path: string;
  readonly language: string;
  /** The range in a host file. */
  readonly range?: Range;
  readonly error?: string;
  /** The number of lines that it was tried on, including unreadable ones, and their bytes. */
  readonly lines?: number;
  readonly unreadable?: number;
  readonly bytes?: number;
  readonly kept?: number;
  readonly keptBytes?: number;
  readonly undetermined?: number;
  /** For a rule in a rule set: its `ref` or description. */
  readonly name?: string;
  /** For a rule in a rule set: whether it has no effect. */
  readonly disabled?: true;
  /** For a rule in a rule set: its action, if that is unknown. It may end the evaluation. */
  readonly unknownAction?: string;
  /** For a rule in a rule set: the requests for which no earlier rule ended the evaluation. */
  readonly reached?: number;
  /** If an undetermined rule may have ended it for some. */
  readonly reachedAtMost?: number;
  /** For a rule in a rule set: the requests that reach it, match it and get its action. */
  readonly acts?: number;
  readonly actsAtMost?: number;
  /** For a job: the expected values after sampling. */
  readonly pushed?: number;
  /** If lines are undetermined. */
  readonly pushedAtMost?: number;
  readonly pushedBytes?: number;
  readonly conditions?: readonly TriedCondition[];
  readonly by?: Readonly<Record<string, ValueTable>>;
  readonly missed?: readonly string[];
  /** Why they are missing. */
  readonly missing?: readonly Missing[];
  /** For a request: the deciding values, as in `http.host is "a.example"`. */
  readonly facts?: readonly string[];
}

export interface TriedCondition {
  readonly range: Range;
  /** As written, on one line. */
  readonly text: string;
  /** The file, if it differs from that of the result. */
  readonly path?: string;
  readonly holds: number;
  readonly decides: number;
}

type ValueCount = readonly [value: unknown, count: number];

export interface ValueTable {
  readonly kept: readonly ValueCount[];
  readonly dropped: readonly ValueCount[];
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A text with its counts and the logs they are from; both are undefined if it was not tried. */
export interface CountedText {
  readonly tried: TriedText;
  readonly counts?: ResultCounts | undefined;
  readonly logs?: LogCounts | undefined;
}

export function answerOf(
  texts: readonly CountedText[],
  report: RunReport,
  files: number,
  explain: boolean,
  isStopped: boolean,
): TryAnswer {
  const { lines, bytes, unreadable, outside, outsideBytes, subrequests } = report.counts.logs;
  const isPartial = isStopped && report.unread.length > 0;
  const results = texts.map((it) => resultOf(it, explain));
  return {
    version: 1,
    ...(isPartial && { interrupted: true }),
    logs: {
      files,
      ...(isPartial && { filesRead: files - report.unread.length }),
      lines,
      bytes: bytes - outsideBytes,
      unreadable,
      ...(outside > 0 && { outside, outsideBytes }),
      ...(subrequests > 0 && { subrequests }),
      ...(report.unreadable.length > 0 && { unreadableLines: report.unreadable }),
      ...(report.errors.length > 0 && { errors: report.errors }),
      ...(report.notes.length > 0 && { notes: report.notes }),
      ...(report.leftOut.length > 0 && { leftOut: leftOutOf(report.leftOut) }),
    },
    results,
  };
}

function leftOutOf(files: readonly LeftOut[]) {
  const first = files.slice(0, mostShown).map(({ path, leftOut }) => ({ path, message: leftOut }));
  return { files: files.length, first };
}

function resultOf({ tried, counts, logs }: CountedText, explain: boolean): TryResult {
  const { subject, language, region, error, trial } = tried;
  const place = region && { range: rangeOf(region, new Lines(subject.text)) };
  const start = { path: subject.path, language, ...place };
  if (!trial || !counts || !logs) return { ...start, error: error ?? noLogsFor(tried) };
  const { kept, keptBytes, undetermined, missed } = counts;
  const { lines, bytes, unreadable, outsideBytes } = logs;
  return {
    ...start,
    lines,
    bytes: bytes - outsideBytes,
    ...(unreadable > 0 && { unreadable }),
    kept,
    keptBytes,
    undetermined,
    ...(tried.place && reachOf(tried.place, counts)),
    ...pushedOf(tried, counts),
    ...(explain && { conditions: conditionsOf(tried, counts) }),
    ...(Object.keys(counts.by).length > 0 && { by: tablesOf(counts) }),
    ...((trial.missed || missed.length > 0) && { missed }),
    ...(missed.length > 0 && { missing: missingFor(tried, counts) }),
  };
}

/** Why the names that a text missed are unknown. */
export function missingFor(
  { rule, dataset, subject }: TriedText,
  { missed, lacked }: Pick<ResultCounts, "missed" | "lacked">,
): readonly Missing[] {
  if (rule)
    return missingNames(
      missed,
      lacked,
      dataset !== undefined && isBridged(dataset) ? dataset : undefined,
    );
  const known = logFieldsOf(dataset ?? "", subject.context.extraFields);
  return missingFields(missed, lacked, (it) => dataset === undefined || known.has(it));
}

/** The upper bounds are omitted where they are the same. */
export function reachOf(
  { acts: effect, unknownAction, name }: RulePlace,
  counts: ReachCounts,
): Partial<TryResult> {
  const { reached, reachedAtMost, acts, actsAtMost } = counts;
  return {
    ...(name !== undefined && { name }),
    ...(effect === "never" && { disabled: true }),
    ...(unknownAction !== undefined && { unknownAction }),
    reached,
    ...(reachedAtMost > reached && { reachedAtMost }),
    acts,
    ...(actsAtMost > acts && { actsAtMost }),
  };
}

type ReachCounts = Pick<ResultCounts, "reached" | "reachedAtMost" | "acts" | "actsAtMost">;

function noLogsFor({ dataset }: TriedText): string {
  const what = dataset === undefined ? "rules" : `'${dataset}'`;
  return `No sample logs for ${what}. Use '--logs', or add 'samples' to 'weir.json'.`;
}

function pushedOf(
  { output }: TriedText,
  { kept, undetermined, outputBytes }: ResultCounts,
): Pick<TryResult, "pushed" | "pushedAtMost" | "pushedBytes"> {
  if (!output) return {};
  const size = (text: string) => Buffer.byteLength(text);
  const around = kept > 0 ? size(output.start) + size(output.end) : 0;
  const pushed = Math.round(kept * output.sampleRate);
  const count = {
    pushed,
    ...(undetermined > 0 && {
      pushedAtMost: Math.round((kept + undetermined) * output.sampleRate),
    }),
  };
  const between = Math.max(0, pushed - 1) * size(output.between);
  if (Number.isNaN(outputBytes)) return count;
  return { ...count, pushedBytes: Math.round(outputBytes * output.sampleRate) + between + around };
}

function conditionsOf(
  { trial, subject, conditionsIn }: TriedText,
  counts: ResultCounts,
): readonly TriedCondition[] {
  const { text } = conditionsIn ?? subject;
  const lines = new Lines(text);
  return (trial?.conditions ?? []).map((span, index) => ({
    range: rangeOf(span, lines),
    text: writtenIn(text, span),
    ...(conditionsIn && { path: conditionsIn.path }),
    ...(counts.conditions[index] ?? { holds: 0, decides: 0 }),
  }));
}

function tablesOf({ by }: ResultCounts): Readonly<Record<string, ValueTable>> {
  return Object.fromEntries(
    Object.entries(by).map(([field, { kept, dropped }]) => [
      field,
      { kept: mostFrequent(kept), dropped: mostFrequent(dropped) },
    ]),
  );
}

/** The span of a text, on one line. */
export function writtenIn(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\s+/g, " ");
}

export function rangeOf(span: Span, lines: Lines): Range {
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}
