import type { LogRow, RequiredGroups } from "../core/trial.ts";

/** The bytes of a line, always with a line end. Only valid until the next line is read. */
export interface LineBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** How many of them are in the file: the last line may lack its end. */
  readonly size: number;
}

/** Gets what is read from logs. */
export interface LogSink {
  /** The log fields that rows are asked for; undefined for all. */
  readonly fields: readonly string[] | undefined;
  /** A line that surely does not have what one of these groups requires can be skipped; without groups, none can. */
  readonly required?: RequiredGroups;
  /** Lines may be skipped now. */
  readonly canSkip?: boolean;
  /** The fields to report if a file with named columns does not have them. */
  readonly expected: readonly string[];
  /** Rows are printed, so a format without lines gives all of their fields. */
  readonly isPrinted: boolean;
  /** Fields with arrays and objects, which CSV has as JSON. */
  readonly nested: ReadonlySet<string>;
  /** A line of log fields. Its bytes are unknown for formats without lines. */
  row(row: LogRow, line: LineBytes | undefined): void;
  /** Lines that could be read, and do not have what is required. */
  skipped?(lines: number): void;
  unreadable(line: number, reason: string): void;
  /** Bytes of the uncompressed text, whatever they hold. */
  read(bytes: number): void;
  /** Something else that the user has to know about the file. */
  note(message: string): void;
  /** Nothing more is wanted. */
  readonly isDone: boolean;
  /** Waited for after each chunk, so that a slow reader of the output slows down the reading. */
  drained(): Promise<void> | undefined;
}

/** Reports the columns that a file does not have, in one line. */
export function noteMissing(sink: LogSink, columns: readonly string[]): void {
  const missing = sink.expected.filter((it) => !columns.includes(it));
  if (missing.length > 0) sink.note(missingColumns(missing));
}

export function missingColumns(names: readonly string[]): string {
  const quoted = names.map((it) => `'${it}'`).join(", ");
  return names.length === 1
    ? `No column ${quoted}; its values count as empty.`
    : `No columns ${quoted}; their values count as empty.`;
}

/** A file that cannot be read, or only in part. */
export class LogError extends Error {}
