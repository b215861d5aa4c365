import type { TimeWindow } from "../time-window.ts";

/** The options of a trial, as plain data. */
export interface TallyOptions {
  readonly by: readonly string[];
  readonly explain: boolean;
  readonly window: TimeWindow | undefined;
  readonly print: PrintedLines | undefined;
  /** Stop after this many lines: printed ones, or read ones if none are printed. */
  readonly head: number | undefined;
  /** Look for these fields instead, in this many lines of each file. */
  readonly find?: readonly string[] | undefined;
  readonly findIn?: number;
  /** Look for these fields in each object of a bucket before it is counted. */
  readonly look?: readonly string[];
  /** Fields that are read besides. */
  readonly also?: readonly string[];
  /** Count what is needed for prices; the fields are timestamps. */
  readonly price?: readonly string[] | undefined;
  /** The texts that are compared with each other, by their indexes. */
  readonly together?: readonly number[];
  /** The texts that are compared with their earlier versions. */
  readonly changes?: readonly ChangedIndexes[];
}

/** The index of a text, and of its earlier version. One of them may be undefined. */
export interface ChangedIndexes {
  readonly now: number | undefined;
  readonly before: number | undefined;
}

export const printedLines = [
  "kept",
  "dropped",
  "undetermined",
  "pushed",
  "gained",
  "lost",
] as const;
export type PrintedLines = (typeof printedLines)[number];

/** Whether only a comparison with an earlier version tells which lines are printed. */
export function isOfChange(print: PrintedLines | undefined): print is "gained" | "lost" {
  return print === "gained" || print === "lost";
}

/** Callbacks while lines are counted. */
export interface TallyEvents {
  unreadable?(line: number, reason: string): void;
  note?(message: string): void;
  print?(bytes: Uint8Array): void;
  drained?(): Promise<void> | undefined;
}
