import type { Outcome, Trial, TrialText } from "../core/trial.ts";
import { evaluateTree } from "../core/trial-tree.ts";
import { parseExactly } from "../text/exact-integers.ts";

/** Counts as plain data, because parts of logs are counted separately and added up. */

/** The maximum number of unreadable lines, and of files that are left out, that are listed. */
export const mostShown = 5;

export interface Counts {
  readonly logs: LogCounts;
  /** In the order of the texts. */
  readonly results: readonly ResultCounts[];
  /** If texts are compared with each other. */
  readonly together?: TogetherCounts | undefined;
  /** The timestamps of the lines, in milliseconds. */
  readonly span: TimeSpan;
}

/** Infinite without lines. */
export interface TimeSpan {
  first: number;
  last: number;
}

export function noSpan(): TimeSpan {
  return { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
}

export function addTime(span: TimeSpan, first: number, last = first): void {
  span.first = Math.min(span.first, first);
  span.last = Math.max(span.last, last);
}

/** The lines that one of several texts keeps, or several of them. The other lines are kept by none. */
export interface TogetherCounts {
  one: number;
  several: number;
  /** The number of texts that keep the line is not known. */
  undetermined: number;
  /** The lines that both texts keep, at `first * texts + second`. */
  readonly pairs: Float64Array;
  readonly pairsAtMost: Float64Array;
}

export function noTogether(texts: number): TogetherCounts {
  const pairs = () => new Float64Array(texts * texts);
  return { one: 0, several: 0, undetermined: 0, pairs: pairs(), pairsAtMost: pairs() };
}

export interface LogCounts {
  lines: number;
  bytes: number;
  unreadable: number;
  /** Lines outside `--since` and `--until`, and their part of `bytes`. */
  outside: number;
  outsideBytes: number;
  /** If there are rules: the lines that are subrequests of Workers. */
  subrequests: number;
}

/** The amounts that are added up for each text. */
const amounts = [
  "kept",
  "keptBytes",
  "undetermined",
  // For a rule in a rule set: the requests for which no earlier rule ended the evaluation, and the requests that it acts on.
  "reached",
  "reachedAtMost",
  "acts",
  "actsAtMost",
  // For a job: the bytes that it would write for all kept lines. NaN if unknown.
  "outputBytes",
  // If prices are asked for: the same for undetermined lines, and for dropped ones.
  "openBytes",
  "droppedBytes",
  // If there is an earlier version: lines that only this one keeps, or only the earlier one.
  "gained",
  "gainedAtMost",
  "lost",
  "lostAtMost",
] as const;

type Amounts = Record<(typeof amounts)[number], number>;

export interface ResultCounts extends Amounts {
  readonly conditions: ConditionCounts[];
  readonly by: Record<string, ValueCounts>;
  missed: readonly string[];
  lacked: readonly string[];
}

export interface ConditionCounts {
  holds: number;
  decides: number;
  /** The decided lines that are kept; it drops the others. */
  keeps: number;
  /** Only counted in the lab: lines on which the result is not known. */
  unknown?: number;
}

/** The number of occurrences of each value, by its JSON. */
export interface ValueCounts {
  readonly kept: Map<string, number>;
  readonly dropped: Map<string, number>;
  /** If there is an earlier version. */
  readonly gained: Map<string, number>;
  readonly lost: Map<string, number>;
}

const sides = ["kept", "dropped", "gained", "lost"] as const;

function noLogCounts(): LogCounts {
  return { lines: 0, bytes: 0, unreadable: 0, outside: 0, outsideBytes: 0, subrequests: 0 };
}

interface CountedQuestion {
  readonly by: readonly string[];
  readonly explain: boolean;
}

export function emptyCounts(
  texts: readonly Pick<TrialText, "trial">[],
  question: CountedQuestion & { readonly together?: readonly unknown[] },
): Counts {
  const { together } = question;
  const results = texts.map((it) => emptyResult(it, question));
  return {
    logs: noLogCounts(),
    results,
    span: noSpan(),
    ...(together && { together: noTogether(together.length) }),
  };
}

export function emptyResult(
  { trial }: Pick<TrialText, "trial">,
  { by, explain }: CountedQuestion,
): ResultCounts {
  return {
    ...(Object.fromEntries(amounts.map((it) => [it, 0])) as Amounts),
    conditions: explain ? (trial?.conditions ?? []).map(noConditionCounts) : [],
    by: Object.fromEntries(by.map((it) => [it, noValues()])),
    missed: [],
    lacked: [],
  };
}

export function noConditionCounts(): ConditionCounts {
  return { holds: 0, decides: 0, keeps: 0 };
}

function noValues(): ValueCounts {
  return { kept: new Map(), dropped: new Map(), gained: new Map(), lost: new Map() };
}

/** The outcome of a row with these results of its conditions. Also counts them. */
export function evaluateAndCount(
  trial: Trial,
  counts: ResultCounts,
  answers: readonly Outcome[],
): Outcome {
  const { outcome, decides } = evaluateTree(trial.tree, answers);
  counts.conditions.forEach((condition, index) => {
    if (answers[index]) condition.holds++;
    if (decides[index]) condition.decides++;
    if (decides[index] && outcome) condition.keeps++;
  });
  return outcome;
}

/** Counts the bytes that a job would write for a line. */
export function addOutput(counts: ResultCounts, outcome: Outcome, bytes: number): void {
  if (outcome) counts.outputBytes += bytes;
  else if (outcome === undefined) counts.openBytes += bytes;
  else counts.droppedBytes += bytes;
}

export function addCounts(sum: Counts, more: Counts): void {
  addAmounts(sum, more);
  addNames(sum, more);
}

/** In any order. */
export function addAmounts(sum: Counts, more: Counts): void {
  addNumbers(sum.logs, more.logs);
  addTime(sum.span, more.span.first, more.span.last);
  more.results.forEach((it, index) => {
    const result = sum.results[index];
    if (result) addResult(result, it);
  });
  if (sum.together && more.together) addTogether(sum.together, more.together);
}

/** The rest of counts once their amounts are added. */
export interface CountedNames {
  readonly results: readonly Pick<ResultCounts, "missed" | "lacked">[];
}

/** In the order of the logs. */
export function addNames(sum: Counts, more: CountedNames): void {
  more.results.forEach(({ missed, lacked }, index) => {
    const result = sum.results[index];
    if (!result) return;
    result.missed = [...new Set([...result.missed, ...missed])];
    result.lacked = [...new Set([...result.lacked, ...lacked])];
  });
}

function addTogether(sum: TogetherCounts, more: TogetherCounts): void {
  sum.one += more.one;
  sum.several += more.several;
  sum.undetermined += more.undetermined;
  for (const name of ["pairs", "pairsAtMost"] as const)
    more[name].forEach((it, index) => {
      sum[name][index] = (sum[name][index] ?? 0) + it;
    });
}

function addResult(sum: ResultCounts, more: ResultCounts): void {
  for (const it of amounts) sum[it] += more[it];
  more.conditions.forEach((it, index) => {
    const condition = sum.conditions[index];
    if (condition) addNumbers(condition, it);
  });
  for (const [field, counts] of Object.entries(more.by)) {
    for (const side of sides)
      for (const [value, count] of counts[side]) addValue(sum.by[field]?.[side], value, count);
  }
}

function addNumbers<T extends { [Name in keyof T]: number }>(sum: T, more: T): void {
  for (const name of Object.keys(more) as (keyof T)[])
    sum[name] = (sum[name] + more[name]) as T[keyof T];
}

/** If there are more distinct values, the rarest half is dropped, so memory does not grow with the logs. */
const mostValues = 100_000;

export function addValue(
  counts: Map<string, number> | undefined,
  value: string,
  count: number,
): void {
  if (!counts) return;
  counts.set(value, (counts.get(value) ?? 0) + count);
  if (counts.size <= mostValues) return;
  const rarest = [...counts].sort((a, b) => a[1] - b[1]).slice(0, mostValues / 2);
  for (const [it] of rarest) counts.delete(it);
}

/** The most frequent values with their counts. Integers that a number cannot represent are strings. */
export function mostFrequent(
  counts: ReadonlyMap<string, number>,
  most = 10,
): (readonly [value: unknown, count: number])[] {
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([json, count]) => {
      const value = parseExactly(json);
      return [typeof value === "bigint" ? String(value) : JSON.parse(json), count] as const;
    });
}

/** The counts of a text on the lines in scope, or on the lines that were evaluated so far. */
export interface RunCounts {
  readonly counts: ResultCounts;
  readonly lines: number;
  readonly bytes: number;
  /** The times of these lines. */
  readonly span: TimeSpan;
}
