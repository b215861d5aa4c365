import { Lines, type Position } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { type LogCounts, mostFrequent, type ResultCounts } from "./counts.ts";
import type { LogProblem, RunReport } from "./run.ts";
import type { TriedText } from "./subject.ts";

/** The JSON output of `weir try`; its shape is part of the public contract. */
export interface TryAnswer {
  readonly version: 1;
  readonly logs: {
    readonly files: number;
    /** In an editor: the file, if there is only one. */
    readonly path?: string;
    readonly lines: number;
    readonly bytes: number;
    readonly unreadable: number;
    /** Lines outside `--since` and `--until`, which are not included in other counts. */
    readonly outside?: number;
    readonly unreadableLines?: readonly LogProblem[];
    readonly errors?: readonly LogProblem[];
    readonly notes?: readonly LogProblem[];
  };
  readonly results: readonly TryResult[];
}

export interface TryResult {
  readonly path: string;
  readonly language: string;
  /** The range in a host file. */
  readonly range?: Range;
  readonly error?: string;
  /** The number of lines that it was tried on, and their bytes. */
  readonly lines?: number;
  readonly bytes?: number;
  readonly kept?: number;
  readonly keptBytes?: number;
  readonly undetermined?: number;
  /** For a rule in a rule set: the requests for which no earlier rule ended the evaluation. */
  readonly reached?: number;
  /** For a job: the expected values after sampling. */
  readonly pushed?: number;
  readonly pushedBytes?: number;
  readonly conditions?: readonly TriedCondition[];
  readonly by?: Readonly<Record<string, ValueTable>>;
  readonly missed?: readonly string[];
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
): TryAnswer {
  const { lines, bytes, unreadable, outside } = report.counts.logs;
  const results = texts.map((it) => resultOf(it, explain));
  return {
    version: 1,
    logs: {
      files,
      lines,
      bytes,
      unreadable,
      ...(outside > 0 && { outside }),
      ...(report.unreadable.length > 0 && { unreadableLines: report.unreadable }),
      ...(report.errors.length > 0 && { errors: report.errors }),
      ...(report.notes.length > 0 && { notes: report.notes }),
    },
    results,
  };
}

function resultOf({ tried, counts, logs }: CountedText, explain: boolean): TryResult {
  const { subject, language, region, error, trial } = tried;
  const place = region && { range: rangeOf(region, new Lines(subject.text)) };
  const start = { path: subject.path, language, ...place };
  if (!trial || !counts || !logs) return { ...start, error: error ?? noLogsFor(tried) };
  const { kept, undetermined, missed } = counts;
  const { lines, bytes } = logs;
  return {
    ...start,
    lines,
    bytes,
    kept,
    // Formats without lines have no byte count per line, so it is estimated.
    keptBytes:
      kept > 0 && counts.keptBytes === 0 ? Math.round((bytes * kept) / lines) : counts.keptBytes,
    undetermined,
    ...(tried.place && { reached: counts.reached }),
    ...pushedOf(tried, counts),
    ...(explain && { conditions: conditionsOf(tried, counts) }),
    ...(Object.keys(counts.by).length > 0 && { by: tablesOf(counts) }),
    ...(trial.missed && { missed }),
  };
}

function noLogsFor({ dataset }: TriedText): string {
  const what = dataset === undefined ? "rules" : `'${dataset}'`;
  return `No sample logs for ${what}. Use '--logs', or add 'samples' to 'weir.json'.`;
}

function pushedOf(
  { output }: TriedText,
  { kept, outputBytes }: ResultCounts,
): Pick<TryResult, "pushed" | "pushedBytes"> {
  if (!output) return {};
  const size = (text: string) => Buffer.byteLength(text);
  const around = kept > 0 ? size(output.start) + size(output.end) : 0;
  const pushed = Math.round(kept * output.sampleRate);
  const between = Math.max(0, pushed - 1) * size(output.between);
  if (Number.isNaN(outputBytes)) return { pushed };
  return { pushed, pushedBytes: Math.round(outputBytes * output.sampleRate) + between + around };
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
