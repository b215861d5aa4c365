import type { LogRow } from "../../core/trial.ts";

/** Gets the lines of a sample, in their order. */
export interface SampleSink {
  /** The log fields that rows are asked for; undefined for all. */
  readonly fields: readonly string[] | undefined;
  /** Whether texts of lines are asked for. */
  readonly wantsTexts?: true;
  /** The number of the line that comes next. Called once, before all lines. */
  begin?(line: number): void;
  /** `text` is valid until the next line. */
  row(row: LogRow, size: number, text: () => string): void;
  unreadable(place: SamplePlace, reason: string): void;
  /** Bytes of the uncompressed text, whatever they hold. */
  read(bytes: number): void;
  readonly isDone: boolean;
}

export interface SamplePlace {
  readonly path: string;
  readonly line?: number;
}

/** Where the lines of a sample come from. They can be read many times, always the same. */
export interface SampleReader {
  /** Changes when the lines may have changed. */
  stamp(): Promise<string>;
  /** The bytes to read, as they are stored; undefined if that is not known. */
  readonly size: number | undefined;
  /** The line that reading would start at to get to a line. */
  startFor(line: number): number;
  /** Starts at the given line, or before it. Files that cannot be read are reported as unreadable. */
  read(sink: SampleSink, from: number, onBytes?: (count: number) => void): Promise<void>;
}
