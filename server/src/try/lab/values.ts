import { nanosecondsOf, shortTimestamp } from "../../text/timestamps.ts";
import type { Column } from "./column.ts";
import type { Run } from "./run.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

/** A value of a field, and the numbers of kept and dropped lines with it. */
export interface ValueRow {
  /** As JSON, truncated if long; undefined for lines without the field. */
  readonly raw?: string;
  readonly isCut?: true;
  /** A timestamp that is written in another form. */
  readonly time?: string;
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

/** The most frequent values of the lines in scope. Undefined if canceled. */
export async function valuesOf(
  column: Column,
  { outcomes }: Pick<Run, "outcomes">,
  events: WorkEvents,
  isTime = false,
): Promise<Values | undefined> {
  const counts = [0, 1, 2].map(() => new Uint32Array(column.idCount));
  const [dropped, kept, undetermined] = counts as [Uint32Array, Uint32Array, Uint32Array];
  const add = (line: number) => {
    const of = counts[outcomes[line] as number];
    if (!of) return;
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
      ...rawIn(column.rawOf(id), isTime),
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

function rawIn(raw: string | undefined, isTime: boolean): Pick<ValueRow, "raw" | "isCut" | "time"> {
  if (raw === undefined) return {};
  const time = isTime ? shownTime(raw) : undefined;
  if (time !== undefined && JSON.stringify(time) !== raw) return { raw, time };
  return raw.length > longest ? { raw: raw.slice(0, longest), isCut: true } : { raw };
}

/** A timestamp in the one form of the lab, RFC 3339 in UTC, whatever form the line has. Undefined for other values. */
export function shownTime(raw: string): string | undefined {
  const text = /^"(.*)"$/.exec(raw)?.[1] ?? raw;
  const at = nanosecondsOf(text);
  return at === undefined ? undefined : shortTimestamp(at);
}
