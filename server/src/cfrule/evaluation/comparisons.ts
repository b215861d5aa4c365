import type { AddressRange } from "../../vocabulary/ip.ts";
import type { ComparisonName } from "../catalogue/operators.ts";
import { compileRegex } from "../regex/compile.ts";
import type { Comparand, SetLiteral } from "../syntax/tree.ts";
import { matchWildcard, readWildcard } from "../syntax/wildcard.ts";
import { hasAddress, mergeRanges } from "../values/ip-ranges.ts";
import { isAddress, type Value } from "./value.ts";

/** Whether a value passes. Undefined if unknown. */
export type ValueTest = (value: Value) => boolean | undefined;

/** The content of a list, if known. */
export type Lists = (name: string) => ValueTest | undefined;

const never: ValueTest = () => undefined;

type Ordering = (order: number) => boolean;

const orderings: Readonly<Partial<Record<ComparisonName, Ordering>>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

/** The test of an operator and its right side. */
export function testOf(operator: ComparisonName, right: Comparand, lists: Lists): ValueTest {
  switch (right.kind) {
    case "string":
      return stringTest(operator, right.bytes);
    case "integer":
      return integerTest(operator, right.value);
    case "address":
      return orderedTest(operator, { family: right.family, value: right.value });
    case "regex": {
      const regex = compileRegex(right.pattern);
      return regex ? (value) => typeof value === "string" && regex.test(value) : never;
    }
    case "set":
      return setTest(right);
    case "list":
      return lists(right.name) ?? never;
    default:
      return never;
  }
}

function stringTest(operator: ComparisonName, bytes: string): ValueTest {
  if (operator === "contains") return (value) => typeof value === "string" && value.includes(bytes);
  if (operator === "wildcard" || operator === "strict wildcard") {
    const pattern = readWildcard(bytes);
    const options = { strict: operator === "strict wildcard" };
    return (value) => typeof value === "string" && matchWildcard(pattern, value, options);
  }
  return orderedTest(operator, bytes);
}

function integerTest(operator: ComparisonName, number: bigint): ValueTest {
  if (operator === "bitwise_and") {
    return (value) => typeof value === "bigint" && (value & number) !== 0n;
  }
  return orderedTest(operator, number);
}

function orderedTest(operator: ComparisonName, right: Value): ValueTest {
  const relates = relationOf(operator);
  return relates ? (left) => relates(left, right) : never;
}

/** How equality and ordering relate two values of one type. Undefined for other operators. */
export function relationOf(
  operator: ComparisonName,
): ((left: Value, right: Value) => boolean) | undefined {
  const holds = orderings[operator];
  return holds && ((left, right) => holds(orderOf(left, right)));
}

/** Addresses of different families are not ordered. */
function orderOf(left: Value, right: Value): number {
  if (!isAddress(left) || !isAddress(right)) return left === right ? 0 : left < right ? -1 : 1;
  if (left.family !== right.family) return Number.NaN;
  return left.value === right.value ? 0 : left.value < right.value ? -1 : 1;
}

/** Built once, so that lookups in large sets are fast. */
function setTest({ items }: SetLiteral): ValueTest {
  const strings = new Set(items.flatMap((it) => (it.kind === "string" ? [it.bytes] : [])));
  const numbers = mergeNumbers(items.flatMap(numbersOf));
  const addresses = mergeRanges(items.flatMap(addressesOf));
  return (value) => {
    if (typeof value === "string") return strings.has(value);
    if (typeof value === "bigint") return hasNumber(numbers, value);
    return isAddress(value) && hasAddress(addresses, value);
  };
}

interface Numbers {
  readonly first: bigint;
  readonly last: bigint;
}

function numbersOf(item: SetLiteral["items"][number]): Numbers[] {
  if (item.kind === "integer") return [{ first: item.value, last: item.value }];
  if (item.kind !== "range" || item.first.kind !== "integer" || item.last.kind !== "integer")
    return [];
  return [{ first: item.first.value, last: item.last.value }];
}

function addressesOf(item: SetLiteral["items"][number]): AddressRange[] {
  if (item.kind === "address") {
    return [{ family: item.family, first: item.value, last: item.value }];
  }
  if (item.kind === "network") return [item];
  if (item.kind !== "range" || item.first.kind !== "address" || item.last.kind !== "address")
    return [];
  const { first, last } = item;
  return [{ family: first.family, first: first.value, last: last.value }];
}

function mergeNumbers(numbers: readonly Numbers[]): Numbers[] {
  const merged: Numbers[] = [];
  for (const each of [...numbers].sort((a, b) =>
    a.first < b.first ? -1 : a.first > b.first ? 1 : 0,
  )) {
    const last = merged[merged.length - 1];
    if (!last || each.first > last.last) merged.push(each);
    else if (each.last > last.last)
      merged[merged.length - 1] = { first: last.first, last: each.last };
  }
  return merged;
}

function hasNumber(merged: readonly Numbers[], number: bigint): boolean {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = merged[middle];
    if (range && range.last < number) low = middle + 1;
    else high = middle;
  }
  const found = merged[low];
  return found !== undefined && found.first <= number;
}
