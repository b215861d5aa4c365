import { isWithin, type Run, type TimeSpan } from "./run.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

/** Lines over time, in steps of equal length. */
export interface Histogram {
  /** The start of the first step, and the length of each, in milliseconds. */
  readonly start: number;
  readonly step: number;
  readonly kept: readonly number[];
  readonly dropped: readonly number[];
  readonly undetermined: readonly number[];
}

const mostSteps = 60;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Round step lengths. */
const niceSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((it) => it * second),
  ...[1, 2, 5, 10, 15, 30].map((it) => it * minute),
  ...[1, 2, 3, 6, 12].map((it) => it * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((it) => it * day),
];

/** The first and last time of all lines; undefined if no line has a time. */
export function timeSpanOf(times: Float64Array): TimeSpan | undefined {
  let since = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < since) since = time;
    if (time > until) until = time;
  }
  return since <= until ? { since, until: until + 1 } : undefined;
}

/** Undefined if canceled. */
export async function histogramOf(
  { outcomes }: Pick<Run, "outcomes">,
  times: Float64Array,
  window: TimeSpan,
  events: WorkEvents,
): Promise<Histogram | undefined> {
  const length = Math.max(1, window.until - window.since);
  const step = niceSteps.find((it) => length / it <= mostSteps) ?? Math.ceil(length / mostSteps);
  const start = Math.floor(window.since / step) * step;
  const steps = Math.floor((window.until - 1 - start) / step) + 1;
  const counts = [0, 1, 2].map(() => new Array<number>(steps).fill(0));
  const work = (line: number) => {
    const time = times[line] as number;
    const of = counts[outcomes[line] as number];
    if (!of || Number.isNaN(time) || !isWithin(time, window)) return;
    const at = Math.floor((time - start) / step);
    of[at] = (of[at] ?? 0) + 1;
  };
  if (!(await inSlices(outcomes.length, work, events))) return undefined;
  const [dropped = [], kept = [], undetermined = []] = counts;
  return { start, step, kept, dropped, undetermined };
}
