/**
 * A set of bytes or code points: first, last, first, last, …, sorted and disjoint. Flat, because a Unicode property has
 * hundreds of ranges.
 */
export type Ranges = readonly number[];

export const lastByte = 0xff;
export const lastCodePoint = 0x10ffff;

/** Any pairs of first and last, in any order. */
export function ranges(pairs: readonly (readonly [number, number])[]): Ranges {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0]);
  const result: number[] = [];
  for (const [first, last] of sorted) {
    const end = result[result.length - 1];
    if (end !== undefined && first <= end + 1) result[result.length - 1] = Math.max(end, last);
    else result.push(first, last);
  }
  return result;
}

export function pairsOf(set: Ranges): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < set.length; i += 2) pairs.push([set[i] ?? 0, set[i + 1] ?? 0]);
  return pairs;
}

export function union(sets: readonly Ranges[]): Ranges {
  return ranges(sets.flatMap(pairsOf));
}

export function has(set: Ranges, member: number): boolean {
  let low = 0;
  let high = set.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[middle] ?? 0) < member) low = middle + 1;
    else high = middle;
  }
  // `low` is the first bound that is not smaller: the end of a range, or the member itself as a start.
  return low % 2 === 1 || set[low] === member;
}

/** The complement of the set, up to `last`. */
export function complement(set: Ranges, last: number): Ranges {
  const pairs: [number, number][] = [];
  let from = 0;
  for (const [first, end] of pairsOf(set)) {
    if (first > from) pairs.push([from, first - 1]);
    from = end + 1;
  }
  if (from <= last) pairs.push([from, last]);
  return pairs.flat();
}

export function intersection(a: Ranges, b: Ranges): Ranges {
  const result: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const first = Math.max(a[i] ?? 0, b[j] ?? 0);
    const endOfA = a[i + 1] ?? 0;
    const endOfB = b[j + 1] ?? 0;
    const last = Math.min(endOfA, endOfB);
    if (first <= last) result.push(first, last);
    if (endOfA < endOfB) i += 2;
    else j += 2;
  }
  return result;
}

export function difference(a: Ranges, b: Ranges): Ranges {
  return intersection(a, complement(b, lastCodePoint));
}

export function symmetricDifference(a: Ranges, b: Ranges): Ranges {
  return difference(union([a, b]), intersection(a, b));
}

/** Whether every member of the second set is in the first. */
export function includes(set: Ranges, part: Ranges): boolean {
  return difference(part, set).length === 0;
}

const upperCase: Ranges = [65, 90];
const lowerCase: Ranges = [97, 122];

/** With both cases of each ASCII letter. */
export function foldAscii(set: Ranges): Ranges {
  const shifted = (part: Ranges, by: number) => part.map((it) => it + by);
  return union([
    set,
    shifted(intersection(set, upperCase), 32),
    shifted(intersection(set, lowerCase), -32),
  ]);
}
