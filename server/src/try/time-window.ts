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
  for (const field of fields) {
    const raw = row.raw(field);
    if (raw === undefined || raw === "null" || raw === '""') continue;
    const at = nanosecondsOf(raw.startsWith('"') ? String(JSON.parse(raw)) : raw);
    if (at === undefined) return false;
    return (since === undefined || at >= since) && (until === undefined || at < until);
  }
  return false;
}
