import type { LogRow } from "../../core/trial.ts";
import { thousands } from "../../text/wording.ts";
import { type Column, grown } from "./column.ts";
import type { SamplePlace, SampleSink } from "./reader.ts";

export interface SampleProblem extends SamplePlace {
  readonly message: string;
}

export interface SampleLimits {
  readonly lines: number;
  /** The memory limit for columns, in bytes. */
  readonly memory: number;
}

/** The maximum number of unreadable lines that are recorded. */
const mostProblems = 5;

/** Reads all lines into columns in one pass. */
export class Pass implements SampleSink {
  readonly fields: readonly string[];
  count = 0;
  bytes = 0;
  unreadableCount = 0;
  sizes = new Uint32Array(1024);
  note: string | undefined;
  readonly problems: SampleProblem[] = [];

  constructor(
    readonly columns: readonly Column[],
    private readonly limits: SampleLimits,
    private readonly isStopped: () => boolean,
  ) {
    this.fields = columns.map((it) => it.field);
  }

  beginFile(): void {
    for (const it of this.columns) it.beginFile();
  }

  fileColumns(names: readonly string[]): void {
    for (const it of this.columns) if (names.includes(it.field)) it.file.isKnown = true;
  }

  row(row: LogRow, size: number): void {
    if (this.isDone) return;
    if (this.count === this.sizes.length) this.sizes = grown(this.sizes);
    this.sizes[this.count++] = size;
    let memory = 0;
    for (const it of this.columns) {
      it.add(row);
      memory += it.size;
    }
    if (this.count >= this.limits.lines)
      this.note = `Only the first ${thousands(this.count)} lines are used.`;
    else if (memory > this.limits.memory)
      this.note = `Only the first ${thousands(this.count)} lines are used: their values are too long to keep more in memory.`;
  }

  unreadable(place: SamplePlace, message: string): void {
    // A file that cannot be read is not a line.
    if (place.line !== undefined) this.unreadableCount++;
    if (this.problems.length < mostProblems) this.problems.push({ ...place, message });
  }

  read(bytes: number): void {
    this.bytes += bytes;
  }

  get isDone(): boolean {
    return this.note !== undefined || this.isStopped();
  }
}
