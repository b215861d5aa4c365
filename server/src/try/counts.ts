import { parseExactly } from "../text/exact-integers.ts";

/** Counts as plain data, because parts of logs are counted separately and added up. */

export interface Counts {
  readonly logs: LogCounts;
  /** In the order of the texts. */
  readonly results: readonly ResultCounts[];
}

export interface LogCounts {
  lines: number;
  bytes: number;
  unreadable: number;
  /** Lines outside `--since` and `--until`. */
  outside: number;
}

export interface ResultCounts {
  kept: number;
  keptBytes: number;
  undetermined: number;
  /** For a rule in a rule set: the requests for which no earlier rule ended the evaluation. */
  reached: number;
  /** For a job: the bytes that it would write for all kept lines. NaN if unknown. */
  outputBytes: number;
  readonly conditions: ConditionCounts[];
  readonly by: Record<string, ValueCounts>;
  missed: readonly string[];
}

export interface ConditionCounts {
  holds: number;
  decides: number;
}

/** The number of occurrences of each value, by its JSON. */
export interface ValueCounts {
  readonly kept: Map<string, number>;
  readonly dropped: Map<string, number>;
}

export function noLogCounts(): LogCounts {
  return { lines: 0, bytes: 0, unreadable: 0, outside: 0 };
}

export function addCounts(sum: Counts, more: Counts): void {
  addNumbers(sum.logs, more.logs);
  more.results.forEach((it, index) => {
    const result = sum.results[index];
    if (result) addResult(result, it);
  });
}

function addResult(sum: ResultCounts, more: ResultCounts): void {
  sum.kept += more.kept;
  sum.keptBytes += more.keptBytes;
  sum.undetermined += more.undetermined;
  sum.reached += more.reached;
  sum.outputBytes += more.outputBytes;
  sum.missed = [...new Set([...sum.missed, ...more.missed])];
  more.conditions.forEach((it, index) => {
    const condition = sum.conditions[index];
    if (condition) addNumbers(condition, it);
  });
  for (const [field, counts] of Object.entries(more.by)) {
    for (const side of ["kept", "dropped"] as const)
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
