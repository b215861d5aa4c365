/** One line of the table: our figure beside the other's, and whether the goal holds. */
export interface Row {
  readonly name: string;
  readonly ours: string;
  readonly other: string;
  readonly ratio: number;
  readonly goal: string;
  readonly held: boolean;
}

export interface Times {
  readonly median: number;
  readonly p95: number;
}

export interface Pair {
  readonly ours: Times;
  readonly other: Times;
  /** The median of `ours / other` over runs that were neighbours, as the machine was equally fast for both of them. */
  readonly ratio: number;
}

interface Runs {
  readonly runs: number;
  readonly warmUp: number;
  /**
   * Whether each run starts with an empty nursery. For runs that fill much of it: whether the other side's garbage makes
   * it overflow in the middle of a run is chance, and for runs in turn the same chance every time.
   */
  readonly collects?: boolean;
}

/** Runs both sides in turn, so that whatever else the machine does falls on both, and gives milliseconds. */
export async function compare(
  ours: () => unknown,
  other: () => unknown,
  options: Runs,
): Promise<Pair> {
  await warmUp(ours, other, options);
  return inTurn(ours, other, options, { ours: 1, other: 1 });
}

/**
 * The same for sides of which one is much faster: that one is run several times in a row, and the average counts. A busy
 * machine interrupts what takes long more often than what takes a moment, and would slow one side alone.
 */
export async function compareEvenly(
  ours: () => unknown,
  other: () => unknown,
  options: Runs,
): Promise<Pair> {
  await warmUp(ours, other, options);
  const { ratio } = await inTurn(ours, other, { ...options, runs: 15 }, { ours: 1, other: 1 });
  return inTurn(ours, other, options, repeatsFor(ratio));
}

/** How often each side is run in a row, so that both take about as long. */
export function repeatsFor(ratio: number): Repeats {
  return { ours: Math.max(1, Math.round(1 / ratio)), other: Math.max(1, Math.round(ratio)) };
}

interface Repeats {
  readonly ours: number;
  readonly other: number;
}

async function warmUp(ours: () => unknown, other: () => unknown, { warmUp }: Runs): Promise<void> {
  for (let i = 0; i < warmUp; i++) {
    await ours();
    await other();
  }
}

async function inTurn(
  ours: () => unknown,
  other: () => unknown,
  { runs, collects = false }: Runs,
  repeats: Repeats,
): Promise<Pair> {
  const collect = () => collects && globalThis.gc?.({ type: "minor", execution: "sync" });
  const own: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < runs; i++) {
    collect();
    own.push(await timeOf(ours, repeats.ours));
    collect();
    others.push(await timeOf(other, repeats.other));
  }
  return pairOf(own, others);
}

/** The samples of two sides that were run in turn. */
export function pairOf(ours: readonly number[], other: readonly number[]): Pair {
  const ratios = ours.map((it, i) => it / (other[i] ?? Number.NaN));
  return { ours: timesOf(ours), other: timesOf(other), ratio: timesOf(ratios).median };
}

/** The average of several runs in a row. */
export async function timeOf(work: () => unknown, repeats = 1): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / repeats;
}

function timesOf(samples: readonly number[]): Times {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

/** Which of the times a goal is about. The row shows both. */
export type Figure = keyof Times;

/** `other / ours` has to reach the goal: how many times faster we are. */
export function fasterRow(name: string, { ours, other, ...pair }: Pair, goal: number): Row {
  const ratio = 1 / pair.ratio;
  return {
    name,
    ours: both(ours),
    other: both(other),
    ratio,
    goal: `≥ ${goal}× faster`,
    held: ratio >= goal,
  };
}

/** `ours / other` has to stay within the goal. */
export function withinRow(
  name: string,
  { ours, other, ...pair }: Pair,
  goal: number,
  figure: Figure = "median",
): Row {
  const ratio = figure === "median" ? pair.ratio : ours[figure] / other[figure];
  return {
    name,
    ours: both(ours),
    other: both(other),
    ratio,
    goal: `≤ ${goal}×`,
    held: ratio <= goal,
  };
}

/** Two figures that are no times, of which ours has to stay within the goal. */
export function besideRow(
  name: string,
  { ours, other }: { readonly ours: number; readonly other: number },
  goal: number,
  unit: (value: number) => string,
): Row {
  const ratio = ours / other;
  return {
    name,
    ours: unit(ours),
    other: unit(other),
    ratio,
    goal: `≤ ${goal}×`,
    held: ratio <= goal,
  };
}

/** Our own figure, compared with a limit. */
export function boundRow(
  name: string,
  ours: number,
  bound: number,
  unit: (value: number) => string,
): Row {
  return {
    name,
    ours: unit(ours),
    other: "–",
    ratio: ours / bound,
    goal: `≤ ${unit(bound)}`,
    held: ours <= bound,
  };
}

function both({ median, p95 }: Times): string {
  return `${ms(median)} / ${ms(p95)}`;
}

export function ms(value: number): string {
  return value < 1 ? `${(value * 1000).toFixed(0)} µs` : `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function kilobytes(value: number): string {
  return `${Math.round(value / 1000).toLocaleString("en-US")} kB`;
}

export function megabytes(value: number): string {
  return `${(value / 1_000_000).toFixed(0)} MB`;
}
