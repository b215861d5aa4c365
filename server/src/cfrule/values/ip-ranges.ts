import type { Address, AddressRange } from "../../vocabulary/ip.ts";

/** IPv4 before IPv6, then by value. */
export function compareAddresses(a: Address, b: Address): number {
  return a.family === b.family ? compareValues(a.value, b.value) : a.family - b.family;
}

function compareValues(a: Address["value"], b: Address["value"]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function containsAddress(range: AddressRange, { family, value }: Address): boolean {
  return family === range.family && range.first <= value && value <= range.last;
}

export function containsRange(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.family !== inner.family) return false;
  return outer.first <= inner.first && inner.last <= outer.last;
}

export function rangesOverlap(a: AddressRange, b: AddressRange): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last;
}

export interface Overlap<Item extends AddressRange> {
  readonly item: Item;
  /** An item that has all or some of its addresses too. */
  readonly other: Item;
  /** The same addresses, some more around them, or only some of them. */
  readonly kind: "same" | "inside" | "partial";
}

/**
 * Which items could go, or meet another, in the order of the items. Each is named once at most, whatever it overlaps with. Of
 * equal items all but the first are named.
 */
export function findOverlaps<Item extends AddressRange>(items: readonly Item[]): Overlap<Item>[] {
  const order = items.map((_, index) => index);
  const at = (index: number) => items[index] as Item;
  order.sort((a, b) => compareRanges(at(a), at(b)) || a - b);
  const found: { index: number; overlap: Overlap<Item> }[] = [];
  let widest: Item | undefined;
  for (const index of order) {
    const item = at(index);
    const kind = widest && overlapKind(widest, item);
    if (widest && kind) found.push({ index, overlap: { item, other: widest, kind } });
    if (!widest || !containsRange(widest, item)) widest = item;
  }
  return found.sort((a, b) => a.index - b.index).map(({ overlap }) => overlap);
}

/** By the first address; of two that begin alike the longer comes first, so that what comes later is inside. */
function compareRanges(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family) return a.family - b.family;
  return compareValues(a.first, b.first) || compareValues(b.last, a.last);
}

function overlapKind(
  earlier: AddressRange,
  later: AddressRange,
): Overlap<AddressRange>["kind"] | undefined {
  if (compareRanges(earlier, later) === 0) return "same";
  if (containsRange(earlier, later)) return "inside";
  return rangesOverlap(earlier, later) ? "partial" : undefined;
}

/** The same addresses in as few ranges as can be, in order. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of [...ranges].sort(compareRanges)) {
    const last = merged[merged.length - 1];
    const touches = last?.family === range.family && range.first <= after(last.last);
    if (!last || !touches) merged.push(range);
    else if (last.last < range.last) {
      merged[merged.length - 1] = { family: last.family, first: last.first, last: range.last };
    }
  }
  return merged;
}

function after(value: Address["value"]): Address["value"] {
  return typeof value === "number" ? value + 1 : value + 1n;
}

/** Whether one of the ranges, which are in order and apart as `mergeRanges` gives them, has the address. */
export function hasAddress(merged: readonly AddressRange[], address: Address): boolean {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = merged[middle];
    if (range && isBefore(range, address)) low = middle + 1;
    else high = middle;
  }
  const found = merged[low];
  return found !== undefined && containsAddress(found, address);
}

function isBefore(range: AddressRange, { family, value }: Address): boolean {
  return range.family === family ? range.last < value : range.family < family;
}
