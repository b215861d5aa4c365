/** Sets of whole numbers as stretches in order and apart: numbers themselves, addresses on one line, and the two truth values. */
export interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

export type Ranges = readonly Range[];

/** The same numbers in as few stretches as can be, in order. */
export function mergeNumbers(ranges: Ranges): Ranges {
  if (areApart(ranges)) return ranges;
  const merged: Range[] = [];
  for (const each of [...ranges].sort((a, b) => order(a.first, b.first))) {
    const last = merged[merged.length - 1];
    if (!last || each.first > last.last + 1n) merged.push(each);
    else if (each.last > last.last) {
      merged[merged.length - 1] = { first: last.first, last: each.last };
    }
  }
  return merged;
}

/** Whether they are in order already, with something between each two. */
function areApart(ranges: Ranges): boolean {
  for (let i = 1; i < ranges.length; i++) {
    const [before, after] = [ranges[i - 1], ranges[i]];
    if (before && after && after.first <= before.last + 1n) return false;
  }
  return true;
}

/** Whether the stretch has a number in common with the set. */
export function meets({ first, last }: Range, set: Ranges): boolean {
  return set.some((it) => first <= it.last && it.first <= last);
}

export function intersect(a: Ranges, b: Ranges): Ranges {
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
  let from = domain[0]?.first ?? 0n;
  for (const { first, last } of set) {
    if (first > from) outside.push({ first: from, last: first - 1n });
    from = last + 1n;
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

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
