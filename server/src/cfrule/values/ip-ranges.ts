import type { Address, AddressRange } from "../../vocabulary/ip.ts";
import type { AddressKind } from "../catalog/fields.ts";
import { addressHeaders } from "../catalog/headers.ts";
import type { TestedField } from "./operand-facts.ts";

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
  /** The item that it overlaps with. */
  readonly other: Item;
  /** Equal to the other item, inside it, or a partial overlap. */
  readonly kind: "same" | "inside" | "partial";
}

/**
 * Items that are redundant or overlap with another, in order. Each is listed at most once. If items are equal, all
 * except the first are listed.
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

/** By first address; of two with the same start the longer one first, so that later ones are inside. */
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

/** Merges ranges into the fewest that contain the same addresses, in order. */
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

/** Whether one of the ranges contains the address. They must be sorted and disjoint, as from `mergeRanges`. */
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

/** Values that are URLs, or parts of one. */

/** The usual kind of a value without a fixed shape. */
export function addressKind({ field, key }: TestedField): AddressKind | undefined {
  if (key === undefined) return field.holds;
  return field.name.endsWith(".headers") ? addressHeaders.get(key.toLowerCase()) : undefined;
}

/** Whether dots, slashes and question marks in the value are URL characters. */
export function holdsAddress(tested: TestedField): boolean {
  const { shape } = tested.field;
  if (shape === undefined) return addressKind(tested) !== undefined;
  return shape !== "query" && shape !== "media type";
}

/** The field with the key of the value. */
export function writtenName({ field, key }: TestedField): string {
  return key === undefined ? field.name : `${field.name}["${key}"]`;
}
