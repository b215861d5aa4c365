import type { ResultCounts } from "../counts.ts";

/** The counts of a text on the lines in scope, or on those that were evaluated so far. */
export interface RunCounts {
  readonly counts: ResultCounts;
  readonly lines: number;
  readonly bytes: number;
}
