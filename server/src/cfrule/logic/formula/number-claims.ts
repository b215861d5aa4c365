import { type Formula, not } from "../../../core/solver/formula.ts";
import {
  below,
  complement,
  integersIn,
  intersection,
  type NumberSet,
} from "../../../core/solver/number-set.ts";
import type { Address } from "../../../vocabulary/ip.ts";
import { maxInteger, minInteger } from "../../catalogue/limits.ts";
import type { ComparisonName } from "../../catalogue/operators.ts";
import type { Comparand, SetItem } from "../../syntax/tree.ts";

/** All integers of the engine. */
export const integers: NumberSet = integersIn([{ first: minInteger, last: maxInteger }]);

/** Addresses as integers: those of IPv4, and behind them those of IPv6. */
export const addresses: NumberSet = integersIn([
  { first: 0n, last: 2n ** 32n - 1n },
  { first: 2n ** 32n, last: 2n ** 32n + 2n ** 128n - 1n },
]);

export function addressNumber({ family, value }: Address): bigint {
  return family === 4 ? BigInt(value) : BigInt(value) + 2n ** 32n;
}

/** An address for documentation, which serves as an example. */
export const exampleAddress = addressNumber({ family: 4, value: 0xc0000201 });

export function addressOf(number: bigint): Address {
  return number < 2n ** 32n
    ? { family: 4, value: Number(number) }
    : { family: 6, value: number - 2n ** 32n };
}

type Make = (set: NumberSet) => Formula;

export function integerClaim(
  operator: ComparisonName,
  right: Comparand,
  atom: Make,
): Formula | undefined {
  if (right.kind === "set") return atom(integersIn(right.items.flatMap(integerRange)));
  if (right.kind !== "integer") return undefined;
  const set = ordered(operator, right.value);
  return set && atom(set);
}

/** The lengths of texts for which a comparison of `len` is true. */
export function lengthsIn(operator: ComparisonName, right: Comparand): NumberSet | undefined {
  if (right.kind === "set") return integersIn(right.items.flatMap(integerRange));
  return right.kind === "integer" ? ordered(operator, right.value) : undefined;
}

function ordered(operator: ComparisonName, bound: bigint): NumberSet | undefined {
  switch (operator) {
    case "eq":
      return integersIn([{ first: bound, last: bound }]);
    case "ne":
      return complement(integersIn([{ first: bound, last: bound }]));
    case "lt":
      return below(bound);
    case "le":
      return below(bound + 1n);
    case "gt":
      return complement(below(bound + 1n));
    case "ge":
      return complement(below(bound));
    default:
      return undefined;
  }
}

function integerRange(item: SetItem): { first: bigint; last: bigint }[] {
  if (item.kind === "integer") return [{ first: item.value, last: item.value }];
  if (item.kind !== "range" || item.first.kind !== "integer" || item.last.kind !== "integer")
    return [];
  return [{ first: item.first.value, last: item.last.value }];
}

/** Addresses of different families are not ordered, and not equal. */
export function addressClaim(
  operator: ComparisonName,
  right: Comparand,
  atom: Make,
): Formula | undefined {
  if (right.kind === "set") return atom(integersIn(right.items.flatMap(addressRange)));
  if (right.kind !== "address") return undefined;
  const number = addressNumber(right);
  if (operator === "ne") return not(atom(integersIn([{ first: number, last: number }])));
  const set = ordered(operator, number);
  return set && atom(intersection(set, right.family === 4 ? fourth : sixth));
}

const fourth = integersIn([{ first: 0n, last: 2n ** 32n - 1n }]);
const sixth = intersection(addresses, complement(fourth));

function addressRange(item: SetItem): { first: bigint; last: bigint }[] {
  if (item.kind === "address") {
    const number = addressNumber(item);
    return [{ first: number, last: number }];
  }
  if (item.kind === "network") {
    const { family, first, last } = item;
    return [
      {
        first: addressNumber({ family, value: first }),
        last: addressNumber({ family, value: last }),
      },
    ];
  }
  if (item.kind !== "range" || item.first.kind !== "address" || item.last.kind !== "address")
    return [];
  return [{ first: addressNumber(item.first), last: addressNumber(item.last) }];
}
