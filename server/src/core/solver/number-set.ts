/** Sets of numbers as unions of intervals: integers (also as bigints, such as addresses) and real numbers. */

export type Num = number | bigint;

/** A place between numbers, where a set begins or ends: just before a number, or just after it. */
interface Cut {
  readonly at: Num;
  readonly after: boolean;
}

export interface NumberSet {
  /** Whether the set has all numbers before the first cut. */
  readonly low: boolean;
  /** In order. At each of them the set ends or begins. */
  readonly cuts: readonly Cut[];
}

export const allNumbers: NumberSet = { low: true, cuts: [] };
export const noNumbers: NumberSet = { low: false, cuts: [] };

/** The numbers less than a bound. */
export function below(bound: Num): NumberSet {
  return { low: true, cuts: [{ at: bound, after: false }] };
}

/** The numbers up to a bound. For integers use `below(bound + 1)`, so that equal sets look equal. */
export function upTo(bound: Num): NumberSet {
  return { low: true, cuts: [{ at: bound, after: true }] };
}

export function exactly(number: Num): NumberSet {
  const start = { at: number, after: false };
  return { low: false, cuts: [start, { at: number, after: true }] };
}

/** The integers of several ranges, in any order; ranges without any are ignored. */
export function integersIn(
  ranges: readonly { readonly first: bigint; readonly last: bigint }[],
): NumberSet {
  const sorted = ranges.filter((it) => it.first <= it.last).sort((a, b) => order(a.first, b.first));
  const cuts: Cut[] = [];
  for (const { first, last } of sorted) {
    const end = cuts[cuts.length - 1];
    if (end && first <= end.at) {
      if (last >= end.at) cuts[cuts.length - 1] = { at: last + 1n, after: false };
    } else cuts.push({ at: first, after: false }, { at: last + 1n, after: false });
  }
  return { low: false, cuts };
}

export function complement({ low, cuts }: NumberSet): NumberSet {
  return { low: !low, cuts };
}

export function intersection(a: NumberSet, b: NumberSet): NumberSet {
  let [inA, inB] = [a.low, b.low];
  const low = inA && inB;
  let inside = low;
  const cuts: Cut[] = [];
  let [i, j] = [0, 0];
  while (i < a.cuts.length || j < b.cuts.length) {
    const [left, right] = [a.cuts[i], b.cuts[j]];
    const sign = !left ? 1 : !right ? -1 : compare(left, right);
    const cut = sign <= 0 ? left : right;
    if (sign <= 0) [inA, i] = [!inA, i + 1];
    if (sign >= 0) [inB, j] = [!inB, j + 1];
    if ((inA && inB) === inside || !cut) continue;
    inside = !inside;
    cuts.push(cut);
  }
  return { low, cuts };
}

export function union(a: NumberSet, b: NumberSet): NumberSet {
  return complement(intersection(complement(a), complement(b)));
}

export function isEmpty({ low, cuts }: NumberSet): boolean {
  return !low && cuts.length === 0;
}

export function has({ low, cuts }: NumberSet, number: Num): boolean {
  let [from, to] = [0, cuts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const cut = cuts[middle];
    if (cut && (cut.at < number || (cut.at === number && !cut.after))) from = middle + 1;
    else to = middle;
  }
  return low !== (from % 2 === 1);
}

/** A member, close to zero and short where there is a choice. Undefined for the empty set. */
export function memberOf(set: NumberSet, zero: Num): Num | undefined {
  if (has(set, zero)) return zero;
  const { low, cuts } = set;
  const starts = cuts.filter((_, index) => (index % 2 === 0) !== low);
  const above = starts.find((it) => it.at >= zero);
  if (above) return justAfter(above, cuts[cuts.indexOf(above) + 1]);
  const ends = cuts.filter((_, index) => (index % 2 === 0) === low);
  const end = ends[ends.length - 1];
  return end && justBefore(end, cuts[cuts.indexOf(end) - 1]);
}

function justAfter(start: Cut, end: Cut | undefined): Num {
  if (!start.after) return start.at;
  const next = plus(start.at, 1);
  return !end || end.at > next || (end.at === next && end.after) ? next : between(start.at, end.at);
}

function justBefore(end: Cut, start: Cut | undefined): Num {
  if (end.after) return end.at;
  const previous = plus(end.at, -1);
  const fits = !start || start.at < previous || (start.at === previous && !start.after);
  return fits ? previous : between(start.at, end.at);
}

function plus(number: Num, step: 1 | -1): Num {
  return typeof number === "bigint" ? number + BigInt(step) : number + step;
}

/** Between neighboring integers there is none, and the caller checks members where that matters. */
function between(a: Num, b: Num): Num {
  return typeof a === "bigint" || typeof b === "bigint" ? a : (a + b) / 2;
}

/** Equal sets have equal keys. */
export function keyOf({ low, cuts }: NumberSet): string {
  return `${low ? "-" : ""}${cuts.map((it) => `${it.at}${it.after ? "+" : ""}`).join(" ")}`;
}

function compare(a: Cut, b: Cut): number {
  return a.at === b.at ? Number(a.after) - Number(b.after) : order(a.at, b.at);
}

function order(a: Num, b: Num): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
