import type { LogRow } from "../core/trial.ts";
import type { ExplainingField } from "./atoms.ts";

/** Lines and bytes of two times. */
export interface TwoTimes {
  lines: number;
  bytes: number;
  linesBefore: number;
  bytesBefore: number;
}

/** A value with its bytes at both times. */
export interface GrownValue {
  readonly field: string;
  readonly value: string | number | boolean;
  readonly bytes: number;
  readonly bytesBefore: number;
}

/** More values of a field are not counted, so that memory does not grow with the logs. */
const mostValues = 2000;
const longestValue = 120;
const mostShown = 5;

/** Finds the values of which more is sent than in the same time before. */
export class Growth {
  readonly both: TwoTimes = { lines: 0, bytes: 0, linesBefore: 0, bytesBefore: 0 };
  private readonly fields: readonly string[];
  private readonly values = new Map<string, Map<unknown, [now: number, before: number]>>();
  private left = false;

  constructor(fields: readonly ExplainingField[]) {
    this.fields = fields.filter((it) => it.isTelling).map((it) => it.name);
  }

  add(row: Pick<LogRow, "get">, bytes: number, isNow: boolean): void {
    const { both } = this;
    if (isNow) {
      both.lines++;
      both.bytes += bytes;
    } else {
      both.linesBefore++;
      both.bytesBefore += bytes;
    }
    for (const field of this.fields) this.addValue(field, row.get(field), bytes, isNow);
  }

  /** Whether values were left out, because a field has too many. */
  get isPartial(): boolean {
    return this.left;
  }

  private addValue(field: string, value: unknown, bytes: number, isNow: boolean): void {
    const isShort = typeof value === "string" ? value !== "" && value.length <= longestValue : true;
    if (value === undefined || typeof value === "object" || !isShort) return;
    let values = this.values.get(field);
    if (!values) {
      values = new Map();
      this.values.set(field, values);
    }
    let known = values.get(value);
    if (!known) {
      if (values.size >= mostValues) {
        this.left = true;
        return;
      }
      known = [0, 0];
      values.set(value, known);
    }
    known[isNow ? 0 : 1] += bytes;
  }

  /** The values with the largest growth in bytes. */
  get grown(): readonly GrownValue[] {
    const all = [...this.values].flatMap(([field, values]) =>
      [...values].map(([value, [bytes, bytesBefore]]) => ({
        field,
        value: value as GrownValue["value"],
        bytes,
        bytesBefore,
      })),
    );
    return all
      .filter((it) => it.bytes > it.bytesBefore)
      .sort((a, b) => b.bytes - b.bytesBefore - (a.bytes - a.bytesBefore))
      .slice(0, mostShown);
  }
}
