import type { Column } from "./column.ts";
import { isWithin, type Run, type TimeSpan } from "./run.ts";

/** A value of a field, and how many lines with it are kept and dropped. */
export interface ValueRow {
  /** As JSON, cut if it is long; undefined for lines without the field. */
  readonly raw?: string;
  readonly isCut?: true;
  readonly kept: number;
  readonly dropped: number;
  readonly undetermined: number;
}

export interface Values {
  readonly rows: readonly ValueRow[];
  /** How many different values there are. */
  readonly count: number;
}

const mostRows = 100;
const longest = 1000;

/** The most frequent values. */
export function valuesOf(
  column: Column,
  { outcomes }: Run,
  times: Float64Array,
  window: TimeSpan | undefined,
): Values {
  const counts = [0, 1, 2].map(() => new Uint32Array(column.idCount));
  const [dropped, kept, undetermined] = counts as [Uint32Array, Uint32Array, Uint32Array];
  for (let line = 0; line < outcomes.length; line++) {
    if (!isWithin(times[line] as number, window)) continue;
    const of = counts[outcomes[line] as number] as Uint32Array;
    const id = column.idAt(line);
    of[id] = (of[id] as number) + 1;
  }
  const totals = kept.map((it, id) => it + (dropped[id] as number) + (undetermined[id] as number));
  const ids = [...totals.keys()].filter((id) => (totals[id] as number) > 0);
  ids.sort((a, b) => (totals[b] as number) - (totals[a] as number) || order(a) - order(b));
  return {
    count: ids.length,
    rows: ids.slice(0, mostRows).map((id) => ({
      ...rawIn(column.rawOf(id)),
      kept: kept[id] as number,
      dropped: dropped[id] as number,
      undetermined: undetermined[id] as number,
    })),
  };
}

/** As the values first occur; lines without the field come last. */
function order(id: number): number {
  return id === 0 ? Number.POSITIVE_INFINITY : id;
}

function rawIn(raw: string | undefined): Pick<ValueRow, "raw" | "isCut"> {
  if (raw === undefined) return {};
  return raw.length > longest ? { raw: raw.slice(0, longest), isCut: true } : { raw };
}
