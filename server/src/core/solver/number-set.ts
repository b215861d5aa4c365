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
  const cuts: Cut[] = [];
  for (const at of [...numbers].sort(order)) {
    if (cuts[cuts.length - 1]?.at !== at) cuts.push({ at, after: false }, { at, after: true });
  }
  return { low: false, cuts };
}

/** The integers of several ranges, in any order. Empty ranges are ignored. */
export function integersIn(
  ranges: readonly { readonly first: Num; readonly last: Num }[],
): NumberSet {
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
  let [inA, inB] = [a.low, b.low];
  let [i, j] = [0, 0];
  while (!inA || !inB) {
    const [left, right] = [a.cuts[i], b.cuts[j]];
    if (!left && !right) return false;
    const sign = !left ? 1 : !right ? -1 : compare(left, right);
    if (sign <= 0) [inA, i] = [!inA, i + 1];
    if (sign >= 0) [inB, j] = [!inB, j + 1];
  }
  return true;
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

/** A member, preferably close to `zero` and with few digits. Undefined for the empty set. */
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

/** May return a non-member for neighboring integers; the caller checks where that matters. */
function between(a: Num, b: Num): Num {
  return typeof a === "bigint" || typeof b === "bigint" ? a : (a + b) / 2;
}

/** Equal sets have equal keys, and different sets have different ones: a sign would be read as that of the first number. */
export function keyOf({ low, cuts }: NumberSet): string {
  return `${low ? ".." : ""}${cuts.map((it) => `${it.at}${it.after ? "+" : ""}`).join(" ")}`;
}

function compare(a: Cut, b: Cut): number {
  return a.at === b.at ? Number(a.after) - Number(b.after) : order(a.at, b.at);
}

function order(a: Num, b: Num): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
