/** Sets of numbers as unions of intervals: integers (also as bigints, such as addresses) and real numbers. */

export type Num = number | bigint;

/** A boundary of a set: just before or just after a number. */
export interface Cut {
  readonly at: Num;
  readonly after: boolean;
}

export interface NumberSet {
  /** Whether the set has all numbers before the first cut. */
  readonly low: boolean;
  /** In order. The set begins or ends at each of them. */
  readonly cuts: readonly Cut[];
}

export const allNumbers: NumberSet = { low: true, cuts: [] };
export const noNumbers: NumberSet = { low: false, cuts: [] };

/** The numbers less than a bound. */
export function below(bound: Num): NumberSet {
  return { low: true, cuts: [{ at: bound, after: false }] };
}

/** The numbers up to a bound. For integers use `below(bound + 1)`, so that equal sets have equal representations. */
export function upTo(bound: Num): NumberSet {
  return { low: true, cuts: [{ at: bound, after: true }] };
}

/** The set of these real numbers. */
export function exactly(numbers: readonly Num[]): NumberSet {
  const sorted = [...new Set(numbers)].sort(order);
  const cuts = sorted.flatMap((at): Cut[] => [false, true].map((after) => ({ at, after })));
  return { low: false, cuts };
}

export interface Range {
  readonly first: Num;
  readonly last: Num;
}

/** The integers of several ranges, in any order. Empty ranges are ignored. */
export function integersIn(ranges: readonly Range[]): NumberSet {
  const sorted = ranges.filter((it) => it.first <= it.last).sort((a, b) => order(a.first, b.first));
  const cuts: Cut[] = [];
  for (const { first, last } of sorted) {
    const end = cuts[cuts.length - 1];
    if (end && first <= end.at) {
      if (last >= end.at) cuts[cuts.length - 1] = { at: plus(last, 1), after: false };
    } else cuts.push({ at: first, after: false }, { at: plus(last, 1), after: false });
  }
  return { low: false, cuts };
}

/** The set of these integers. */
export function integers(all: Iterable<Num>): NumberSet {
  return integersIn(Array.from(all, (it) => ({ first: it, last: it })));
}

/** The ranges of a bounded set of integers. */
export function rangesIn({ cuts }: NumberSet): Range[] {
  return cuts.flatMap(({ at }, index) => {
    const end = cuts[index + 1];
    return index % 2 === 1 || !end ? [] : [{ first: at, last: plus(end.at, -1) }];
  });
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

/** Whether a number is in both sets. */
export function overlap(a: NumberSet, b: NumberSet): boolean {
  return !isEmpty(intersection(a, b));
}

/** Whether all numbers of a set are in another. */
export function isWithin(inner: NumberSet, outer: NumberSet): boolean {
  return !overlap(inner, complement(outer));
}

export function isEmpty({ low, cuts }: NumberSet): boolean {
  return !low && cuts.length === 0;
}

export function has({ low, cuts }: NumberSet, number: Num): boolean {
  return low !== (cutsBefore(cuts, number) % 2 === 1);
}

/** The number of cuts before a number. */
export function cutsBefore(cuts: readonly Cut[], number: Num): number {
  let [from, to] = [0, cuts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const cut = cuts[middle];
    if (cut && (cut.at < number || (cut.at === number && !cut.after))) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * A member, preferably close to `zero` and with few digits. Undefined for the empty set. Between neighboring integers
 * it is no member; the caller checks where that matters.
 */
export function memberOf(set: NumberSet, zero: Num): Num | undefined {
  const { cuts } = set;
  const next = cutsBefore(cuts, zero);
  const isUp = next < cuts.length;
  // The range of members that is closest.
  const from = cuts[isUp ? next : next - 1]?.at ?? zero;
  const to = cuts[isUp ? next + 1 : next - 2]?.at ?? from;
  const near = [zero, from, plus(from, isUp ? 1 : -1), between(from, to)];
  return isEmpty(set) ? undefined : (near.find((it) => has(set, it)) ?? from);
}

export function plus(number: Num, step: 1 | -1): Num {
  return typeof number === "bigint" ? number + BigInt(step) : number + step;
}

function between(a: Num, b: Num): Num {
  return typeof a === "bigint" || typeof b === "bigint" ? a : (a + b) / 2;
}

/** Equal sets have equal keys, and different sets have different ones: a sign would be read as the sign of the first number. */
export function keyOf({ low, cuts }: NumberSet): string {
  return `${low ? ".." : ""}${cuts.map((it) => `${it.at}${it.after ? "+" : ""}`).join(" ")}`;
}

function compare(a: Cut, b: Cut): number {
  return a.at === b.at ? Number(a.after) - Number(b.after) : order(a.at, b.at);
}

function order(a: Num, b: Num): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
