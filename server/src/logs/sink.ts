import type { LogRow, RequiredGroups } from "../core/trial.ts";

/** The bytes of a line, always with a line feed. Only valid until the next line is read. */
export interface LineBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** The number of bytes in the file, where the last line may lack its line feed. */
  readonly size: number;
}

/** Receives the lines of logs. */
export interface LogSink {
  /** The log fields that are read from rows; undefined for all. */
  readonly fields: readonly string[] | undefined;
  /** A line that cannot meet the requirements of any group can be skipped; without groups, none can. */
  readonly required?: RequiredGroups;
  /** Whether lines may be skipped now. */
  readonly canSkip?: boolean;
  /** Whether rows are printed, for which a format without lines has to read all fields. */
  readonly isPrinted: boolean;
  /** Fields with arrays and objects, which are JSON in CSV files. */
  readonly nested: ReadonlySet<string>;
  /** Called before the lines of a file that names its columns. */
  columns?(names: readonly string[]): void;
  /** A line of log fields. Its bytes are unknown for formats without lines. */
  row(row: LogRow, line: LineBytes | undefined): void;
  /** Called with the number of valid lines that do not meet the requirements. */
  skipped?(lines: number): void;
  unreadable(line: number, reason: string): void;
  /** Called with the number of uncompressed bytes read, including unreadable lines. */
  read(bytes: number): void;
  /** Whether no more lines are needed. */
  readonly isDone: boolean;
  /** Awaited after each chunk, for backpressure from a slow consumer of the output. */
  drained?(): Promise<void> | undefined;
}

/** A file that cannot be read, or only in part. */
export class LogError extends Error {}

/** The run was stopped before a file was read to its end. The name is known to other bundles. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

export function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === "Stopped";
}
