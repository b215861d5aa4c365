/** A row of the table: our result and the other one, and whether the goal is met. */
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
  /** The median of `ours / other` over adjacent runs, for which the machine was equally fast. */
  readonly ratio: number;
}

interface Runs {
  readonly runs: number;
  readonly warmUp: number;
  /**
   * Whether to collect garbage before each run. Needed if runs allocate much. Otherwise the garbage of the other side may
   * cause a collection in the middle of a run. If runs alternate, that is always a run of the same side.
   */
  readonly collects?: boolean;
}

/** Runs both sides in turn, so that other load on the machine affects both. Returns milliseconds. */
export async function compare(
  ours: () => unknown,
  other: () => unknown,
  options: Runs,
): Promise<Pair> {
  await warmUp(ours, other, options);
  return inTurn(ours, other, options, { ours: 1, other: 1 });
}

/**
 * Like `compare`, if one side is much faster: that side is run several times in a row, and the average is used. A busy machine
 * interrupts long runs more often than short ones, which would slow down only one side.
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

/** The number of runs in a row for each side, so that both take about the same time. */
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

/** The statistic that a goal applies to. The row shows both. */
export type Figure = keyof Times;

/** A row for which `other / ours`, our speedup, has to reach the goal. */
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

/** A row for which `ours / other` must not exceed the goal. */
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

/** A row for values other than times: the ratio must not exceed the goal. */
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

/** A row that compares our own value with a limit. */
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
