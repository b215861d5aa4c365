import {
  below,
  complement,
  has,
  integers,
  integersIn,
  intersection,
  isWithin,
  type Num,
  type NumberSet,
  noNumbers,
  overlap,
  plus,
  type Range,
  rangesIn,
  union,
} from "../../core/solver/number-set.ts";
import {
  type Address,
  type AddressRange,
  formatAddress,
  parseAddress,
  parseNetwork,
} from "../../vocabulary/ip.ts";
import type { Field } from "../catalog/fields.ts";
import { maxInteger, minInteger } from "../catalog/limits.ts";
import type { Argument, Call, Comparand, Operand, SetItem } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import { addressesIn, type ListItems, numbersIn } from "../values/list-items.ts";
import { stretchOf } from "../values/set-overlaps.ts";
import type { Test, TestName } from "./operand.ts";

/** Integers and addresses as sets of numbers. */

/** All integers of the engine. */
export const allIntegers = integersIn([{ first: minInteger, last: maxInteger }]);
const lengths = integersIn([{ first: 0n, last: maxInteger }]);

/** IPv4 addresses are negative, and are numbers, which are faster than bigints. */
const firstIpv4 = -(2 ** 33);
const ipv4 = integersIn([{ first: firstIpv4, last: firstIpv4 + 2 ** 32 - 1 }]);
const ipv6 = integersIn([{ first: 0n, last: 2n ** 128n - 1n }]);

export const addresses: NumberSet = union(ipv4, ipv6);

/** An IPv4 address is read as a number; other addresses, and integers, as a bigint. */
export function numberOf(value: Address["value"]): Num {
  return typeof value === "number" ? firstIpv4 + value : value;
}

/** An address reserved for documentation, used in examples. */
const exampleAddress = numberOf(0xc0000201);

export function addressOf(number: Num): Address {
  return number < 0
    ? { family: 4, value: Number(number) - firstIpv4 }
    : { family: 6, value: BigInt(number) };
}

/** The values that an operand can have: of its type, or within the range of its field. */
export function domainOf(operand: Operand, hasRange: boolean) {
  if (operand.type?.kind === "IP") return { domain: addresses, zero: exampleAddress };
  const { constant } = (operand.kind === "field" && operand.definition) || {};
  const range = constant === undefined ? accepted(operand) : integers([BigInt(constant)]);
  return { domain: hasRange ? range : allIntegers, zero: 0n };
}

/** The integers that an operand is compared with without a diagnostic. */
function accepted(operand: Operand): NumberSet {
  const base = operand.kind === "indexed" && isEach(operand) ? operand.base : operand;
  if (base.kind === "call" && base.name === "len") return lengths;
  const { range, also } = (operand.kind === "field" && operand.definition) || {};
  return range ? documentedNumbers({ range, ...(also && { also }) }) : allIntegers;
}

/** The integers that the service documents for a field. */
export function documentedNumbers({ range, also = [], constant }: Partial<Field>): NumberSet {
  if (constant !== undefined) return integers([BigInt(constant)]);
  if (!range) return lengths;
  const [first, last] = range.map(BigInt);
  return union(integersIn([{ first: first ?? 0n, last: last ?? 0n }]), integers(also.map(BigInt)));
}

/** The numbers or addresses for which a test is true, given the items of a list. Undefined if it is about something else. */
export function numbersFor(
  { left, operator: { name }, right }: Test,
  items?: ListItems[string],
): NumberSet | undefined {
  if (items && left.type?.kind === "IP") return integersIn(addressesIn(items).map(numbersOf));
  if (items) return integers(numbersIn(items));
  const ranges = rangesOf(right);
  const [single] = ranges ?? [];
  if (!ranges || right.kind === "set" || !single) return ranges && integersIn(ranges);
  const set = ordered[name]?.(single.first);
  // Addresses of different families are not ordered, and not equal.
  if (!set || right.kind !== "address") return set;
  if (name === "ne") return intersection(set, addresses);
  return intersection(set, right.family === 4 ? ipv4 : ipv6);
}

const ordered: { readonly [name in TestName]?: (bound: Num) => NumberSet } = {
  eq: (bound) => integers([bound]),
  ne: (bound) => complement(integers([bound])),
  lt: (bound) => below(bound),
  le: (bound) => below(plus(bound, 1)),
  gt: (bound) => complement(below(plus(bound, 1))),
  ge: (bound) => complement(below(bound)),
};

/** The numbers or addresses in a value or a set. Undefined if there is anything else. */
function rangesOf(right: Comparand): readonly Range[] | undefined {
  const read = (right.kind === "set" ? right.items : [right]).map(stretchOf);
  const known = read.filter((it) => it !== undefined);
  return known.length === read.length ? known.map(numbersOf) : undefined;
}

function numbersOf({ first, last }: AddressRange): Range {
  return { first: numberOf(first), last: numberOf(last) };
}

/** Whether some values that an operand can have meet a test, and others do not. Undefined if it is not about numbers. */
export function dividesNumbers(test: Test): boolean | undefined {
  const { left, operator, right } = test;
  // Of many single values, only the first is read: they are never all.
  const items = right.kind === "set" && right.items.every(isSmall) ? right.items.slice(0, 1) : [];
  if (items.length > 0 && left.type?.kind === "IP") return true;
  const read = right.kind === "set" && items.length > 0 ? { ...right, items } : right;
  const set = numbersFor({ left, operator, right: read });
  const { domain } = domainOf(left, true);
  return set && overlap(set, domain) && !isWithin(domain, set);
}

function isSmall(item: SetItem): boolean {
  return item.kind === "network" ? item.bits >= 24 : item.kind !== "range";
}

/** Whether a test compares with values that occur. Others are reported by another check, and would imply anything. */
export function arePossible({ left, operator: { name }, right }: Test): boolean {
  const ranges = rangesOf(right);
  if (!ranges || (right.kind === "set" && !right.closed)) return false;
  if (left.type?.kind === "IP") return true;
  const all = accepted(left);
  if (isWithin(integersIn(ranges), all)) return true;
  const { also = [] } = (left.kind === "field" && left.definition) || {};
  const isOrdered = name !== "in" && name !== "eq" && name !== "ne";
  return ranges.every((it) =>
    isOrdered
      ? isBound(it.first, all) || also.includes(Number(it.first) + 1)
      : overlap(integersIn([it]), all),
  );
}

/** A bound just outside of the range commonly means all of it; below zero it is an error. */
function isBound(value: Num, all: NumberSet): boolean {
  const number = BigInt(value);
  return has(all, number) || has(all, number - 1n) || (number >= 0n && has(all, number + 1n));
}

/** For `cidr` and `cidr6`: the addresses whose networks start with an address of a set. Undefined for another function. */
export function networksOf({ name, args }: Call): ((set: NumberSet) => NumberSet) | undefined {
  const [ipv4Bits, ipv6Bits] =
    name === "cidr6" ? [32n, bitsIn(args[1])] : [bitsIn(args[1]), bitsIn(args[2])];
  if (!/^cidr6?$/.test(name) || ipv4Bits === undefined || ipv6Bits === undefined) return undefined;
  if (ipv4Bits > 32n || ipv6Bits > 128n) return undefined;
  const within = (set: NumberSet, all: NumberSet, first: Num, size: bigint): readonly Range[] =>
    rangesIn(intersection(set, all)).flatMap((it) => {
      const [from, to] = [BigInt(it.first) - BigInt(first), BigInt(it.last) - BigInt(first)];
      const [start, end] = [-(-from / size) * size, (to / size + 1n) * size - 1n];
      const low = start < from ? start + size : start;
      const make = (value: bigint): Num =>
        typeof first === "number" ? Number(value) + first : value;
      return low > to ? [] : [{ first: make(low), last: make(end) }];
    });
  return (set) =>
    integersIn([
      ...within(set, ipv4, firstIpv4, 1n << (32n - ipv4Bits)),
      ...within(set, ipv6, 0n, 1n << (128n - ipv6Bits)),
    ]);
}

function bitsIn(argument: Argument | undefined): bigint | undefined {
  return argument?.kind === "integer" && argument.value >= 0n ? argument.value : undefined;
}

/** The addresses that are written like one of these texts. */
export function addressesNamed(texts: readonly string[]): NumberSet {
  const all = texts.flatMap((it) => {
    const address = parseAddress(it);
    return address && formatAddress(address) === it ? [numberOf(address.value)] : [];
  });
  return integers(all);
}

/** The addresses of a network. */
export function networkNamed(text: string): NumberSet {
  const read = parseNetwork(text);
  return "network" in read ? integersIn([numbersOf(read.network)]) : noNumbers;
}
