import { type Missing, missingFields, missingNames } from "../bridge/missing.ts";
import { isBridged } from "../bridge/rows.ts";
import type { RulePlace } from "../core/trial.ts";
import { logFieldsOf } from "../languages.ts";
import type { LeftOut } from "../logs/find-logs.ts";
import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { plural } from "../text/wording.ts";
import type {
  EarlierResult,
  Range,
  TriedCondition,
  TryAnswer,
  TryResult,
  ValueTable,
} from "./answer.ts";
import {
  type LogCounts,
  mostFrequent,
  mostShown,
  noConditionCounts,
  type ResultCounts,
} from "./counts.ts";
import { sentBytes } from "./questions/price.ts";
import type { LogNote, LogProblem, RunReport } from "./run.ts";
import type { TriedText } from "./subject.ts";

/** A text with its counts and the logs they are from; both are undefined if it was not tried. */
export interface CountedText {
  readonly tried: TriedText;
  readonly counts?: ResultCounts | undefined;
  readonly logs?: LogCounts | undefined;
  /** If versions are compared. */
  readonly change?: { readonly before: CountedText | undefined } | "removed";
}

export function answerOf(
  texts: readonly CountedText[],
  report: RunReport,
  files: number,
  explain: boolean,
  isStopped: boolean,
): TryAnswer {
  const { lines, bytes, unreadable, outside, outsideBytes, subrequests } = report.counts.logs;
  const isPartial = isStopped && report.unread > 0;
  const results = texts.map((it) => resultOf(it, explain));
  return {
    version: 1,
    ...(isPartial && { interrupted: true }),
    logs: {
      files,
      ...(isPartial && { filesRead: files - report.unread }),
      lines,
      bytes: bytes - outsideBytes,
      unreadable,
      ...(outside > 0 && { outside, outsideBytes }),
      ...(subrequests > 0 && { subrequests }),
      ...(report.unreadable.length > 0 && { unreadableLines: report.unreadable }),
      ...(report.errors.length > 0 && { errors: report.errors }),
      ...(report.notes.length > 0 && { notes: report.notes.map(noteOf) }),
      ...(report.leftOut.length > 0 && { leftOut: leftOutOf(report.leftOut) }),
    },
    results,
  };
}

function noteOf({ path, message, others = 0 }: LogNote): LogProblem {
  const more = others > 0 ? ` The same in ${plural(others, "other file")}.` : "";
  return { path, message: `${message}${more}` };
}

function leftOutOf(files: readonly LeftOut[]) {
  const first = files.slice(0, mostShown).map(({ path, leftOut }) => ({ path, message: leftOut }));
  return { files: files.reduce((sum, it) => sum + 1 + (it.more ?? 0), 0), first };
}

function resultOf(text: CountedText, explain: boolean): TryResult {
  const { tried, counts, logs, change } = text;
  const { subject, language, region, error, trial, place } = tried;
  const isRemoved = change === "removed";
  const range = region && !isRemoved && { range: rangeOf(region, new Lines(subject.text)) };
  const removed = isRemoved && { removed: true as const };
  const start = { path: subject.path, language, ...range, ...removed };
  if (!trial || !counts || !logs) return { ...start, error: error ?? noLogsFor(tried) };
  const { lines, bytes, unreadable, outsideBytes } = logs;
  return {
    ...start,
    lines,
    bytes: bytes - outsideBytes,
    ...(unreadable > 0 && { unreadable }),
    ...(!isRemoved && keptOf(text, counts)),
    ...(place && (isRemoved ? nameIn(place) : reachOf(place, counts))),
    ...(change && changeOf(counts, isRemoved ? text : change.before)),
    ...(explain && !isRemoved && { conditions: conditionsOf(tried, counts) }),
    ...(Object.keys(counts.by).length > 0 && { by: tablesOf(counts, change !== undefined) }),
  };
}

function keptOf({ tried }: CountedText, counts: ResultCounts): EarlierResult {
  const { kept, keptBytes, undetermined, missed } = counts;
  return {
    kept,
    keptBytes,
    undetermined,
    ...pushedOf(tried, counts),
    ...((tried.trial?.missed || missed.length > 0) && { missed }),
    ...(missed.length > 0 && { missing: missingFor(tried, counts) }),
  };
}

/** The upper bounds are omitted where they are the same. */
function changeOf(
  { gained, gainedAtMost, lost, lostAtMost }: ResultCounts,
  before: CountedText | undefined,
): Partial<TryResult> {
  if (before && (!before.tried.trial || !before.counts))
    return { base: { error: before.tried.error ?? noLogsFor(before.tried) } };
  return {
    gained,
    ...(gainedAtMost > gained && { gainedAtMost }),
    lost,
    ...(lostAtMost > lost && { lostAtMost }),
    base: before?.counts ? keptOf(before, before.counts) : null,
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

function nameIn({ name }: RulePlace): Partial<TryResult> {
  return name === undefined ? {} : { name };
}

/** The upper bounds are omitted where they are the same. */
export function reachOf(place: RulePlace, counts: ReachCounts): Partial<TryResult> {
  const { acts: effect, unknownAction } = place;
  const { reached, reachedAtMost, acts, actsAtMost } = counts;
  return {
    ...nameIn(place),
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
  const pushed = Math.round(kept * output.sampleRate);
  const count = {
    pushed,
    ...(undetermined > 0 && {
      pushedAtMost: Math.round((kept + undetermined) * output.sampleRate),
    }),
  };
  if (Number.isNaN(outputBytes)) return count;
  return { ...count, pushedBytes: sentBytes(output, kept, outputBytes) };
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
    ...(counts.conditions[index] ?? noConditionCounts()),
  }));
}

function tablesOf({ by }: ResultCounts, hasChange: boolean): Readonly<Record<string, ValueTable>> {
  return Object.fromEntries(
    Object.entries(by).map(([field, { kept, dropped, gained, lost }]) => [
      field,
      {
        kept: mostFrequent(kept),
        dropped: mostFrequent(dropped),
        ...(hasChange && { gained: mostFrequent(gained), lost: mostFrequent(lost) }),
      },
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
