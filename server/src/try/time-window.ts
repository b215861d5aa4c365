import type { LogRow } from "../core/trial.ts";
import { nanosecondsOf } from "../text/timestamps.ts";

/** Lines whose timestamp is at `since` or later, and before `until`. */
export interface TimeWindow {
  /** The candidate fields; the first one that a line has is used. */
  readonly fields: readonly string[];
  readonly since: bigint | undefined;
  readonly until: bigint | undefined;
}

export function isWithin(row: LogRow, { fields, since, until }: TimeWindow): boolean {
  const at = timeOf(row, fields);
  if (at === undefined) return false;
  return (since === undefined || at >= since) && (until === undefined || at < until);
}

/** In nanoseconds, of the first field that the line has. */
export function timeOf(row: LogRow, fields: readonly string[]): bigint | undefined {
  for (const field of fields) {
    const raw = row.raw(field);
    if (raw === undefined || raw === "null" || raw === '""') continue;
    return nanosecondsOf(raw.startsWith('"') ? String(JSON.parse(raw)) : raw);
  }
  return undefined;
}
