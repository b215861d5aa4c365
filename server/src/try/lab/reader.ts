import type { LogRow } from "../../core/trial.ts";

/** Receives the lines of a sample, in order. */
export interface SampleSink {
  /** The log fields that are read from rows; undefined for all. */
  readonly fields: readonly string[] | undefined;
  /** Whether the texts of lines are needed. */
  readonly wantsTexts?: true;
  /** Called once before all lines, with the number of the first. */
  begin?(line: number): void;
  /** Called before the lines of a file. */
  beginFile?(): void;
  /** Called before the lines of a file that names its columns. */
  fileColumns?(names: readonly string[]): void;
  /** `text` is valid until the next line. */
  row(row: LogRow, size: number, text: () => string): void;
  unreadable(place: SamplePlace, reason: string): void;
  /** Called with the number of uncompressed bytes read, including unreadable lines. */
  read(bytes: number): void;
  readonly isDone: boolean;
}

export interface SamplePlace {
  readonly path: string;
  readonly line?: number;
}

/** The source of a sample's lines, which can be read repeatedly. */
export interface SampleReader {
  /** Changes if the lines may have changed. */
  stamp(): Promise<string>;
  /** The number of stored bytes to read; undefined if unknown. */
  readonly size: number | undefined;
  /** The path of its only file. */
  readonly path?: string | undefined;
  /** The line where reading starts to reach the given line. */
  startFor(line: number): number;
  /** Starts at the given line, or before it. Files that cannot be read are reported as unreadable. */
  read(sink: SampleSink, from: number, onBytes?: (count: number) => void): Promise<void>;
}
