/** Sets of integers as sorted, disjoint ranges: numbers, addresses on one number line, and the two Booleans. */
export interface Range {
  readonly first: Whole;
  readonly last: Whole;
}

/** A number where it is exact, because it is faster than a bigint. The two can be compared. */
export type Whole = number | bigint;

export type Ranges = readonly Range[];

/** The same numbers in the fewest ranges, in order. */
export function mergeNumbers(ranges: Ranges): Ranges {
  if (areApart(ranges)) return ranges;
  const merged: Range[] = [];
  for (const each of [...ranges].sort((a, b) => order(a.first, b.first))) {
    const last = merged[merged.length - 1];
    if (!last || each.first > after(last.last)) merged.push(each);
    else if (each.last > last.last) {
      merged[merged.length - 1] = { first: last.first, last: each.last };
    }
  }
  return merged;
}

/** Whether they are already sorted and disjoint. */
function areApart(ranges: Ranges): boolean {
  for (let i = 1; i < ranges.length; i++) {
    const earlier = ranges[i - 1];
    const later = ranges[i];
    if (earlier && later && later.first <= after(earlier.last)) return false;
  }
  return true;
}

/** Whether the range overlaps with the set. */
export function meets({ first, last }: Range, set: Ranges): boolean {
  for (const it of set) if (first <= it.last && it.first <= last) return true;
  return false;
}

export function intersect(a: Ranges, b: Ranges): Ranges {
  if (isWithin(a, b)) return a;
  const common: Range[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [a[i], b[j]];
    if (!left || !right) return common;
    const first = left.first > right.first ? left.first : right.first;
    const last = left.last < right.last ? left.last : right.last;
    if (first <= last) common.push({ first, last });
    if (left.last < right.last) i++;
    else j++;
  }
}

/** The complement of the set in the domain. */
export function complement(set: Ranges, domain: Ranges): Ranges {
  const outside: Range[] = [];
  let from = domain[0]?.first ?? 0;
  for (const { first, last } of set) {
    if (first > from) outside.push({ first: from, last: before(first) });
    from = after(last);
  }
  const end = domain[domain.length - 1]?.last ?? from;
  if (from <= end) outside.push({ first: from, last: end });
  return intersect(outside, domain);
}

export function isWithin(inner: Ranges, outer: Ranges): boolean {
  let j = 0;
  for (const { first, last } of inner) {
    let around = outer[j];
    while (around && around.last < first) around = outer[++j];
    if (!around || around.first > first || around.last < last) return false;
  }
  return true;
}

function order(a: Whole, b: Whole): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function before(value: Whole): Whole {
  return typeof value === "number" ? value - 1 : value - 1n;
}

export function after(value: Whole): Whole {
  return typeof value === "number" ? value + 1 : value + 1n;
}
