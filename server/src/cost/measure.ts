import type { AddField } from "../core/trial.ts";

/** One field of the lines that a job sends, before sampling. */
export interface FieldMeasure {
  bytes: number;
  /** The lines that have the field. */
  lines: number;
  /** The lines in which it has data. */
  filled: number;
  /** The first value as it is sent; undefined once there was another one. */
  value: string | undefined;
}

/** The lines that a job sends, before sampling. Amounts add up, and nothing grows with the number of lines. */
export class JobMeasure {
  lines = 0;
  bytes = 0;
  readonly fields = new Map<string, FieldMeasure>();
  /** Bytes by the hour since 1970. */
  readonly hours = new Map<number, number>();
  /** By job: the lines that it sends, too, and their bytes here. */
  readonly twice = new Map<JobMeasure, { lines: number; bytes: number }>();

  /** Adds one field of the current line. */
  readonly addField: AddField = (name, bytes, value, isNothing) => {
    const field = this.fields.get(name);
    if (!field) {
      if (this.fields.size < mostFields)
        this.fields.set(name, { bytes, lines: 1, filled: isNothing ? 0 : 1, value });
      return;
    }
    field.bytes += bytes;
    field.lines++;
    if (!isNothing) field.filled++;
    if (field.value !== value) field.value = undefined;
  };

  addLine(bytes: number, time: number | undefined): void {
    this.lines++;
    this.bytes += bytes;
    if (time === undefined) return;
    const hour = Math.floor(time / 3_600_000);
    const known = this.hours.get(hour);
    if (known !== undefined || this.hours.size < mostHours)
      this.hours.set(hour, (known ?? 0) + bytes);
  }

  addTwice(other: JobMeasure, bytes: number): void {
    const both = this.twice.get(other) ?? { lines: 0, bytes: 0 };
    this.twice.set(other, both);
    both.lines++;
    both.bytes += bytes;
  }

  /** Whether fields were left out, because lines have more different names than datasets have. */
  get hasMoreFields(): boolean {
    return this.fields.size >= mostFields;
  }
}

const mostFields = 5000;
/** Three months. */
const mostHours = 92 * 24;

export type FieldValues = "empty" | "one" | "several";

export function valuesOf({ lines, filled, value }: FieldMeasure, ofLines: number): FieldValues {
  if (filled === 0) return "empty";
  return value !== undefined && lines === ofLines ? "one" : "several";
}
