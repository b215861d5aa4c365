import {
  below,
  complement,
  integersIn,
  intersection,
  type Num,
  type NumberSet,
  union,
} from "../../core/solver/number-set.ts";
import type { Address } from "../../vocabulary/ip.ts";
import { maxInteger, minInteger } from "../catalogue/limits.ts";
import type { ComparisonName } from "../catalogue/operators.ts";
import type { Comparand, SetItem } from "../syntax/tree.ts";

/** All integers of the engine. */
export const integers: NumberSet = integersIn([{ first: minInteger, last: maxInteger }]);

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

export interface Range {
  readonly first: Num;
  readonly last: Num;
}

/** The numbers or addresses for which a comparison is true. Undefined if it compares with something else. */
export function numbersFor(operator: ComparisonName, right: Comparand): NumberSet | undefined {
  const ranges = rangesOf(right);
  const [single] = ranges ?? [];
  if (!ranges || right.kind === "set" || !single) return ranges && integersIn(ranges);
  const set = ordered(operator, single.first);
  // Addresses of different families are not ordered, and not equal.
  if (!set || right.kind !== "address") return set;
  if (operator === "ne") return intersection(set, addresses);
  return intersection(set, right.family === 4 ? ipv4 : ipv6);
}

function ordered(operator: ComparisonName, bound: Num): NumberSet | undefined {
  const only = integersIn([{ first: bound, last: bound }]);
  const upTo = union(below(bound), only);
  switch (operator) {
    case "eq":
      return only;
    case "ne":
      return complement(only);
    case "lt":
      return below(bound);
    case "le":
      return upTo;
    case "gt":
      return complement(upTo);
    case "ge":
      return complement(below(bound));
    default:
      return undefined;
  }
}

/** The numbers or addresses in a value or a set. Undefined if there is anything else. */
export function rangesOf(right: Comparand): readonly Range[] | undefined {
  if (right.kind !== "set") {
    const only = right.kind === "integer" || right.kind === "address" ? rangeOf(right) : undefined;
    return only && [only];
  }
  const ranges: Range[] = [];
  for (const item of right.items) {
    const range = rangeOf(item);
    if (!range) return undefined;
    ranges.push(range);
  }
  return ranges;
}

function rangeOf(item: SetItem): Range | undefined {
  switch (item.kind) {
    case "integer":
      return { first: item.value, last: item.value };
    case "address":
      return { first: addressNumber(item), last: addressNumber(item) };
    case "network": {
      const { family, first, last } = item;
      return {
        first: addressNumber({ family, value: first }),
        last: addressNumber({ family, value: last }),
      };
    }
    case "range": {
      const [first, last] = [rangeOf(item.first), rangeOf(item.last)];
      return first && last && { first: first.first, last: last.last };
    }
    default:
      return undefined;
  }
}
