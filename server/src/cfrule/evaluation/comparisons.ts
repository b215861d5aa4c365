import type { ComparisonName } from "../catalog/operators.ts";
import { compileRegex } from "../regex/compile.ts";
import type { Comparand, SetLiteral } from "../syntax/tree.ts";
import { matchWildcard, readWildcard } from "../syntax/wildcard.ts";
import { hasAddress, mergeRanges } from "../values/ip-ranges.ts";
import { type Stretch, stretchOf } from "../values/set-overlaps.ts";
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
  const ranges = items.flatMap((it) => stretchOf(it) ?? []);
  const numbers = mergeRanges(ranges.filter(isOfNumbers));
  const addresses = mergeRanges(ranges.filter((it) => !isOfNumbers(it)));
  return (value) => {
    if (typeof value === "string") return strings.has(value);
    if (typeof value === "bigint") return hasAddress(numbers, { family: 4, value });
    return isAddress(value) && hasAddress(addresses, value);
  };
}

/** Numbers are written like addresses of IPv4, whose values are no bigints. */
function isOfNumbers({ family, first }: Stretch): boolean {
  return family === 4 && typeof first === "bigint";
}
