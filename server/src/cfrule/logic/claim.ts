import type { Address } from "../../vocabulary/ip.ts";
import { maxInteger, minInteger } from "../catalogue/limits.ts";
import type { ComparisonName } from "../catalogue/operators.ts";
import type { Comparand, Comparison, Operand, SetItem } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import {
  after,
  before,
  complement,
  intersect,
  meets,
  mergeNumbers,
  type Range,
  type Ranges,
  type Whole,
} from "./ranges.ts";
import { type TextSet, textSet } from "./text-set.ts";

/** What a condition claims about its operand. */
export interface Claim {
  readonly set: ValueSet;
  readonly missing: OnMissing;
}

/**
 * The result of a condition if its operand is missing. For `ne` the documentation and the engine differ, so two `ne`
 * agree, but the result is unknown.
 */
export type OnMissing = boolean | "ne" | "not ne";

/** "ranges" are exact. `inside` is false for the complement of a text set. "same" is a set that can only be compared for equality. */
export type ValueSet =
  | { readonly kind: "ranges"; readonly ranges: Ranges; readonly domain: Ranges }
  | { readonly kind: "text"; readonly text: TextSet; readonly inside: boolean }
  | { readonly kind: "same"; readonly words: string; readonly inside: boolean };

export function opposite({ set, missing }: Claim): Claim {
  return { set: oppositeSet(set), missing: oppositeMissing(missing) };
}

function oppositeSet(set: ValueSet): ValueSet {
  if (set.kind !== "ranges") return { ...set, inside: !set.inside };
  return { ...set, ranges: complement(set.ranges, set.domain) };
}

function oppositeMissing(missing: OnMissing): OnMissing {
  if (typeof missing === "boolean") return !missing;
  return missing === "ne" ? "not ne" : "ne";
}

const truths: Ranges = [{ first: 0, last: 1 }];
const isTrue: Claim = {
  set: { kind: "ranges", ranges: [{ first: 1, last: 1 }], domain: truths },
  missing: false,
};

/** The claim of a Boolean operand, and of any other test known only by its own truth. */
export function truthClaim(): Claim {
  return isTrue;
}

/** The constant `true`. */
export const everyRequest: Claim = {
  set: { kind: "ranges", ranges: truths, domain: truths },
  missing: true,
};

export function textClaim(text: TextSet): Claim {
  return { set: { kind: "text", text, inside: true }, missing: false };
}

/** Undefined if the comparison is invalid, or has an impossible value. */
export function claimOf(comparison: Comparison): Claim | undefined {
  const { left, operator, right } = comparison;
  const missing: OnMissing = operator.name === "ne" ? "ne" : false;
  const set = setOf(comparison) ?? vagueSet(operator.name, right);
  if (!set || !left.type) return undefined;
  return { set, missing };
}

function setOf({ left, operator, right }: Comparison): ValueSet | undefined {
  switch (left.type?.kind) {
    case "Integer":
      return numberSet(operator.name, rangesOf(right), integerDomain(left));
    case "IP":
      return numberSet(operator.name, rangesOf(right), { all: addresses, possible: addresses });
    case "String": {
      const found = textSet(operator.name, right);
      return (
        found && {
          kind: "text",
          text: found,
          inside: operator.name !== "ne" && !isAbove(operator.name),
        }
      );
    }
    default:
      return undefined;
  }
}

interface Domain {
  /** Values that are accepted without a diagnostic. */
  readonly all: Ranges;
  /** Values that occur. */
  readonly possible: Ranges;
}

const integers: Ranges = [{ first: minInteger, last: maxInteger }];
const lengths: Ranges = [{ first: 0n, last: maxInteger }];
/** IPv4 addresses come before IPv6 addresses on one number line, with a gap so that they never touch. */
const firstIpv4 = -(2 ** 33);
const addresses: Ranges = [
  { first: firstIpv4, last: firstIpv4 + 2 ** 32 - 1 },
  { first: 0n, last: (1n << 128n) - 1n },
];

function integerDomain(operand: Operand): Domain {
  const base = operand.kind === "indexed" && isEach(operand) ? operand.base : operand;
  if (base.kind === "call" && base.name === "len") return { all: lengths, possible: lengths };
  if (operand.kind !== "field") return { all: integers, possible: integers };
  const { range, also = [], constant } = operand.definition ?? {};
  const inRange = range ? [stretch(range[0], range[1])] : integers;
  const all = mergeNumbers([...inRange, ...also.map((it) => stretch(it, it))]);
  return { all, possible: constant === undefined ? all : [stretch(constant, constant)] };
}

function stretch(first: number, last: number): Range {
  return { first: BigInt(first), last: BigInt(last) };
}

function numberSet(
  operator: ComparisonName,
  given: Ranges | undefined,
  { all, possible }: Domain,
): ValueSet | undefined {
  if (!given) return undefined;
  const merged = mergeNumbers(given);
  // Impossible values are reported by another check, and would imply anything.
  const judged = operator in orderings ? withBounds(all) : all;
  if (!merged.every((it) => meets(it, judged))) return undefined;
  const ranges = compared(operator, merged, all);
  return ranges && { kind: "ranges", ranges: intersect(ranges, possible), domain: possible };
}

/** A bound just outside of the range commonly means all of it; below zero it is an error. */
const orderings = { lt: true, le: true, gt: true, ge: true };

function withBounds(all: Ranges): Ranges {
  const around = all.map(({ first, last }) => ({
    first: first > 0 ? before(first) : first,
    last: after(last),
  }));
  return mergeNumbers(around);
}

function compared(operator: ComparisonName, given: Ranges, all: Ranges): Ranges | undefined {
  const [{ first: value } = { first: 0 }] = given;
  const line = all === addresses ? familyOf(value) : all;
  const least = line[0]?.first ?? value;
  const most = line[line.length - 1]?.last ?? value;
  switch (operator) {
    case "eq":
    case "in":
      return given;
    case "ne":
      return complement(given, all);
    case "lt":
      return value > least ? intersect([{ first: least, last: before(value) }], line) : [];
    case "le":
      return intersect([{ first: least, last: value }], line);
    case "gt":
      return value < most ? intersect([{ first: after(value), last: most }], line) : [];
    case "ge":
      return intersect([{ first: value, last: most }], line);
    default:
      return undefined;
  }
}

/** Addresses of different families are not ordered. */
function familyOf(value: Whole): Ranges {
  return addresses.filter(({ first, last }) => first <= value && value <= last);
}

/** Undefined if an item is neither a number nor an address. */
function rangesOf(right: Comparand): Ranges | undefined {
  if (right.kind === "set") {
    const items = right.items.map(rangeOf);
    return items.includes(undefined) || !right.closed ? undefined : (items as Range[]);
  }
  if (right.kind !== "integer" && right.kind !== "address") return undefined;
  const only = rangeOf(right);
  return only && [only];
}

function rangeOf(item: SetItem): Range | undefined {
  switch (item.kind) {
    case "integer":
      return { first: item.value, last: item.value };
    case "address":
      return { first: onLine(item.family, item.value), last: onLine(item.family, item.value) };
    case "network":
      return { first: onLine(item.family, item.first), last: onLine(item.family, item.last) };
    case "range": {
      const first = rangeOf(item.first)?.first ?? 0;
      const last = rangeOf(item.last)?.last ?? 0;
      return first <= last ? { first, last } : undefined;
    }
    default:
      return undefined;
  }
}

function onLine(family: Address["family"], value: Whole): Whole {
  return family === 4 ? firstIpv4 + Number(value) : value;
}

function isAbove(operator: ComparisonName): boolean {
  return operator === "gt" || operator === "ge";
}

/** Lists, other regular expressions and bits can only be compared for equality. */
function vagueSet(name: ComparisonName, right: Comparand): ValueSet | undefined {
  switch (right.kind) {
    case "list":
      return { kind: "same", words: `$${right.name}`, inside: true };
    case "regex":
      return { kind: "same", words: `~${right.pattern}`, inside: true };
    case "integer":
      if (name !== "bitwise_and") return undefined;
      return { kind: "same", words: `&${right.value}`, inside: true };
    default:
      return undefined;
  }
}
