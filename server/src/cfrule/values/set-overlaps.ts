import { type Address, type AddressRange, formatAddress } from "../../vocabulary/ip.ts";
import type { Comparand, SetItem, SetLiteral } from "../syntax/tree.ts";
import { findOverlaps, type Overlap } from "./ip-ranges.ts";

/** Numbers are ordered like addresses, so the same sweep finds overlaps. */
export interface Stretch extends AddressRange {
  readonly item: SetItem;
}

export interface SetOverlap {
  readonly item: SetItem;
  /** The item that it overlaps with. */
  readonly other: SetItem;
  readonly kind: Overlap<Stretch>["kind"];
}

const known = new WeakMap<SetLiteral, readonly SetOverlap[]>();
const none: readonly SetOverlap[] = [];

/** Items of a set that overlap with others, in order; computed once for all checks. */
export function overlapsIn(set: SetLiteral): readonly SetOverlap[] {
  const { items } = set;
  if (items.length < 2 || areFewDistinctTexts(items) || areInOrder(items)) return none;
  const made = known.get(set) ?? overlapsAmong(items);
  known.set(set, made);
  return made;
}

/** Like `overlapsIn`, for values that may come from several sets. */
export function overlapsAmong(items: readonly SetItem[]): readonly SetOverlap[] {
  const stretches: Stretch[] = [];
  const repeats: SetOverlap[] = [];
  const texts = new Map<string, SetItem>();
  for (const [index, item] of items.entries()) {
    if (item.kind !== "string") {
      // `80-443` looks like a range and is reported by another check first.
      const isHalf = isDashed(item, items[index + 1]) || isDashed(items[index - 1], item);
      const stretch = isHalf ? undefined : stretchOf(item);
      if (stretch) stretches.push(stretch);
      continue;
    }
    const first = texts.get(item.bytes);
    if (first) repeats.push({ item, other: first, kind: "same" });
    else texts.set(item.bytes, item);
  }
  for (const { item, other, kind } of findOverlaps(stretches)) {
    repeats.push({ item: item.item, other: other.item, kind });
  }
  return repeats;
}

/** For few strings pairwise comparison is faster than a map. */
function areFewDistinctTexts(items: readonly SetItem[]): boolean {
  if (items.length > maxPairwise) return false;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (item?.kind !== "string") return false;
    for (let j = 0; j < i; j++) {
      const other = items[j];
      if (other?.kind === "string" && other.bytes === item.bytes) return false;
    }
  }
  return true;
}

const maxPairwise = 8;

/** Fast path: whether the addresses are sorted and disjoint. */
function areInOrder(items: readonly SetItem[]): boolean {
  let family = 0;
  let last: Address["value"] = 0;
  for (const item of items) {
    switch (item.kind) {
      case "address":
        if (item.family < family || (item.family === family && item.value <= last)) return false;
        family = item.family;
        last = item.value;
        break;
      case "network":
        if (item.family < family || (item.family === family && item.first <= last)) return false;
        family = item.family;
        last = item.last;
        break;
      default:
        return false;
    }
  }
  return true;
}

/** The first and last value of an item; undefined for strings and invalid items. */
export function stretchOf(item: SetItem | Comparand): Stretch | undefined {
  switch (item.kind) {
    case "address":
      return { item, family: item.family, first: item.value, last: item.value };
    case "network":
      return { item, family: item.family, first: item.first, last: item.last };
    case "integer":
      return { item, family: 4, first: item.value, last: item.value };
    case "range": {
      const family = familyOf(item.first);
      const [first, last] = [item.first.value, item.last.value];
      // Reversed ranges and mixed families are already reported.
      if (family !== familyOf(item.last) || first > last) return undefined;
      return { item, family, first, last };
    }
    default:
      return undefined;
  }
}

function familyOf(end: Extract<SetItem, { kind: "range" }>["first"]): Stretch["family"] {
  return end.kind === "address" ? end.family : 4;
}

/** `80-443`, which is the two numbers 80 and -443. */
export function isDashed(first: SetItem | undefined, second: SetItem | undefined): boolean {
  if (second?.kind !== "integer" || second.value >= 0n || first?.end !== second.start) return false;
  return first.kind === "integer" && first.value >= 0n;
}

/** The source text of a range over both items. */
export function joinedRange(a: SetItem, b: SetItem): string | undefined {
  const [one, other] = [stretchOf(a), stretchOf(b)];
  if (!one || !other) return undefined;
  const isNumber = a.kind === "integer" || (a.kind === "range" && a.first.kind === "integer");
  const show = (value: Address["value"]) =>
    isNumber ? String(value) : formatAddress({ family: one.family, value });
  const first = one.first < other.first ? one.first : other.first;
  const last = one.last > other.last ? one.last : other.last;
  return `${show(first)}..${show(last)}`;
}
