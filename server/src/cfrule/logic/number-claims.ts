import {
  below,
  complement,
  integers,
  integersIn,
  intersection,
  type Num,
  type NumberSet,
  plus,
  type Range,
  union,
} from "../../core/solver/number-set.ts";
import type { Address, AddressRange } from "../../vocabulary/ip.ts";
import { maxInteger, minInteger } from "../catalogue/limits.ts";
import type { Comparand, SetItem } from "../syntax/tree.ts";
import { addressesIn, type ListItems, numbersIn } from "../values/list-items.ts";
import type { TestName } from "./operand.ts";

/** All integers of the engine. */
export const allIntegers: NumberSet = integersIn([{ first: minInteger, last: maxInteger }]);

/** Addresses as integers. IPv4 addresses are negative, and are numbers, which are faster than bigints. */
const firstIpv4 = -(2 ** 33);
const ipv4 = integersIn([{ first: firstIpv4, last: firstIpv4 + 2 ** 32 - 1 }]);
const ipv6 = integersIn([{ first: 0n, last: 2n ** 128n - 1n }]);

export const addresses: NumberSet = union(ipv4, ipv6);

export function addressNumber({ family, value }: Address): Num {
  return family === 4 ? firstIpv4 + Number(value) : value;
}

/** An address reserved for documentation, used in examples. */
export const exampleAddress = addressNumber({ family: 4, value: 0xc0000201 });

export function addressOf(number: Num): Address {
  return number < 0
    ? { family: 4, value: Number(number) - firstIpv4 }
    : { family: 6, value: BigInt(number) };
}

/** The numbers or addresses for which a comparison is true. Undefined if it compares with something else. */
export function numbersFor(operator: TestName, right: Comparand): NumberSet | undefined {
  const ranges = rangesOf(right);
  const [single] = ranges ?? [];
  if (!ranges || right.kind === "set" || !single) return ranges && integersIn(ranges);
  const set = ordered[operator]?.(single.first);
  // Addresses of different families are not ordered, and not equal.
  if (!set || right.kind !== "address") return set;
  if (operator === "ne") return intersection(set, addresses);
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
export function rangesOf(right: Comparand): readonly Range[] | undefined {
  const ranges = (right.kind === "set" ? right.items : [right]).map(rangeOf);
  const known = ranges.filter((it) => it !== undefined);
  return known.length === ranges.length ? known : undefined;
}

function rangeOf(item: SetItem | Comparand): Range | undefined {
  switch (item.kind) {
    case "integer":
      return { first: item.value, last: item.value };
    case "address":
      return addressRange({ family: item.family, first: item.value, last: item.value });
    case "network":
      return addressRange(item);
    case "range": {
      const [first, last] = [rangeOf(item.first), rangeOf(item.last)];
      return first && last && { first: first.first, last: last.last };
    }
    default:
      return undefined;
  }
}

function addressRange({ family, first, last }: AddressRange): Range {
  return {
    first: addressNumber({ family, value: first }),
    last: addressNumber({ family, value: last }),
  };
}

export function listedIntegers(items: ListItems[string]): NumberSet {
  return integers(numbersIn(items));
}

export function listedAddresses(items: ListItems[string]): NumberSet {
  return integersIn(addressesIn(items).map(addressRange));
}
