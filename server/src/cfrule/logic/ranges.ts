/** Sets of whole numbers as stretches in order and apart: numbers themselves, addresses on one line, and the two truth values. */
export interface Range {
  readonly first: Whole;
  readonly last: Whole;
}

/** An ordinary number where that is known to be exact, as it is faster. The two kinds can be compared with each other. */
export type Whole = number | bigint;

export type Ranges = readonly Range[];

/** The same numbers in as few stretches as can be, in order. */
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

/** Whether they are in order already, with something between each two. */
function areApart(ranges: Ranges): boolean {
  for (let i = 1; i < ranges.length; i++) {
    const earlier = ranges[i - 1];
    const later = ranges[i];
    if (earlier && later && later.first <= after(earlier.last)) return false;
  }
  return true;
}

/** Whether the stretch has a number in common with the set. */
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

/** What the domain has and the set has not. */
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
