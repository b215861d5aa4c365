import type { Address, AddressRange } from "./ip.ts";

/** IPv4 before IPv6, then by value. */
export function compareAddresses(a: Address, b: Address): number {
  if (a.family !== b.family) return a.family - b.family;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}

export function containsAddress({ first, last }: AddressRange, address: Address): boolean {
  const { family, value } = address;
  return family === first.family && first.value <= value && value <= last.value;
}

export function containsRange(outer: AddressRange, inner: AddressRange): boolean {
  return containsAddress(outer, inner.first) && containsAddress(outer, inner.last);
}

export function rangesOverlap(a: AddressRange, b: AddressRange): boolean {
  return containsAddress(a, b.first) || containsAddress(b, a.first);
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
  return compareAddresses(a.first, b.first) || compareAddresses(b.last, a.last);
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
    const touches =
      last?.last.family === range.first.family && range.first.value <= last.last.value + 1n;
    if (!last || !touches) merged.push(range);
    else if (compareAddresses(last.last, range.last) < 0) {
      merged[merged.length - 1] = { first: last.first, last: range.last };
    }
  }
  return merged;
}

/** Whether one of the ranges, which are in order and apart as `mergeRanges` gives them, has the address. */
export function hasAddress(merged: readonly AddressRange[], address: Address): boolean {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = merged[middle];
    if (range && compareAddresses(range.last, address) < 0) low = middle + 1;
    else high = middle;
  }
  const found = merged[low];
  return found !== undefined && containsAddress(found, address);
}
