import type { Column } from "./column.ts";
import { isWithin, type Run, type TimeSpan } from "./run.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

/** A value of a field, and the numbers of kept and dropped lines with it. */
export interface ValueRow {
  /** As JSON, truncated if long; undefined for lines without the field. */
  readonly raw?: string;
  readonly isCut?: true;
  readonly kept: number;
  readonly dropped: number;
  readonly undetermined: number;
}

export interface Values {
  readonly rows: readonly ValueRow[];
  /** The number of distinct values. */
  readonly count: number;
}

const mostRows = 100;
const longest = 1000;

/** The most frequent values. Undefined if canceled. */
export async function valuesOf(
  column: Column,
  { outcomes }: Run,
  { times, window }: { readonly times: Float64Array; readonly window: TimeSpan | undefined },
  events: WorkEvents,
): Promise<Values | undefined> {
  const counts = [0, 1, 2].map(() => new Uint32Array(column.idCount));
  const [dropped, kept, undetermined] = counts as [Uint32Array, Uint32Array, Uint32Array];
  const add = (line: number) => {
    if (!isWithin(times[line] as number, window)) return;
    const of = counts[outcomes[line] as number] as Uint32Array;
    const id = column.idAt(line);
    of[id] = (of[id] as number) + 1;
  };
  if (!(await inSlices(outcomes.length, add, events))) return undefined;
  const top = new Top(mostRows);
  // In order of first occurrence; lines without the field come last.
  const rank = (at: number) => {
    const id = (at + 1) % column.idCount;
    top.add(id, (kept[id] as number) + (dropped[id] as number) + (undetermined[id] as number));
  };
  if (!(await inSlices(column.idCount, rank, events))) return undefined;
  return {
    count: top.seen,
    rows: top.ids.map((id) => ({
      ...rawIn(column.rawOf(id)),
      kept: kept[id] as number,
      dropped: dropped[id] as number,
      undetermined: undetermined[id] as number,
    })),
  };
}

/** Selects the most frequent values without sorting all of them. Ties are resolved by order. */
class Top {
  readonly ids: number[] = [];
  private readonly counts: number[] = [];
  seen = 0;

  constructor(private readonly most: number) {}

  add(id: number, count: number): void {
    if (count === 0) return;
    this.seen++;
    if (this.ids.length === this.most && count <= (this.counts.at(-1) as number)) return;
    const at = this.counts.findLastIndex((it) => it >= count) + 1;
    this.ids.splice(at, 0, id);
    this.counts.splice(at, 0, count);
    if (this.ids.length <= this.most) return;
    this.ids.pop();
    this.counts.pop();
  }
}

function rawIn(raw: string | undefined): Pick<ValueRow, "raw" | "isCut"> {
  if (raw === undefined) return {};
  return raw.length > longest ? { raw: raw.slice(0, longest), isCut: true } : { raw };
}
