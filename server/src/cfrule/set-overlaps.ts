import { type Address, formatAddress } from "./ip.ts";
import { findOverlaps, type Overlap } from "./ip-ranges.ts";
import type { SetItem, SetLiteral } from "./syntax/tree.ts";

/** Numbers stand in a line as addresses do, so the same sweep finds which of them meet. */
export interface Stretch {
  readonly item: SetItem;
  readonly first: Address;
  readonly last: Address;
}

export interface SetOverlap {
  readonly item: SetItem;
  /** The one of which it repeats all or some. */
  readonly other: SetItem;
  readonly kind: Overlap<Stretch>["kind"];
}

const known = new WeakMap<SetLiteral, readonly SetOverlap[]>();
const none: readonly SetOverlap[] = [];

/** Which items of a set repeat others, in the order of the set; found once for all checks. */
export function overlapsIn(set: SetLiteral): readonly SetOverlap[] {
  if (set.items.length < 2 || areFewDistinctTexts(set.items)) return none;
  const made = known.get(set);
  if (made) return made;
  const stretches: Stretch[] = [];
  const repeats: SetOverlap[] = [];
  const texts = new Map<string, SetItem>();
  for (const [index, item] of set.items.entries()) {
    if (item.kind !== "string") {
      // What looks like a range and is none is to be put right first.
      const isHalf = isDashed(item, set.items[index + 1]) || isDashed(set.items[index - 1], item);
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
  known.set(set, repeats);
  return repeats;
}

/** Of few texts each is held against all others sooner than a map of them is made. */
function areFewDistinctTexts(items: readonly SetItem[]): boolean {
  if (items.length > mostPairwise) return false;
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

const mostPairwise = 8;

/** The first and the last value of an item; undefined for texts, and for what cannot be read. */
export function stretchOf(item: SetItem): Stretch | undefined {
  switch (item.kind) {
    case "address":
      return { item, first: item.address, last: item.address };
    case "network":
      return { item, first: item.network.first, last: item.network.last };
    case "integer":
      return { item, first: onLine(item.value), last: onLine(item.value) };
    case "range": {
      const first = endOf(item.first);
      const last = endOf(item.last);
      // A range that is turned round, or of two families, has been reported already.
      if (first.family !== last.family || first.value > last.value) return undefined;
      return { item, first, last };
    }
    default:
      return undefined;
  }
}

/** `80-443`, which is the two numbers 80 and -443. */
export function isDashed(first: SetItem | undefined, second: SetItem | undefined): boolean {
  if (second?.kind !== "integer" || second.value >= 0n || first?.end !== second.start) return false;
  return first.kind === "integer" && first.value >= 0n;
}

function endOf(end: Extract<SetItem, { kind: "range" }>["first"]): Address {
  return end.kind === "address" ? end.address : onLine(end.value);
}

function onLine(value: bigint): Address {
  return { family: 4, value };
}

/** How a range over both items is written. */
export function joinedRange(a: SetItem, b: SetItem): string | undefined {
  const [one, other] = [stretchOf(a), stretchOf(b)];
  if (!one || !other) return undefined;
  const isNumber = a.kind === "integer" || (a.kind === "range" && a.first.kind === "integer");
  const show = (it: Address) => (isNumber ? String(it.value) : formatAddress(it));
  const first = one.first.value < other.first.value ? one.first : other.first;
  const last = one.last.value > other.last.value ? one.last : other.last;
  return `${show(first)}..${show(last)}`;
}
