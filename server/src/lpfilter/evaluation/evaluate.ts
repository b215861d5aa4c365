import type { LogCondition, LogGroup, LogTest, LogValue } from "../../core/log-test.ts";
import { exactInteger, longInteger } from "../../text/exact-integers.ts";
import type { FieldType } from "../catalogue/dataset.ts";
import type { OperatorName } from "../catalogue/operators.ts";
import type { Filter } from "../syntax/filter.ts";
import { type Scalar as Sort, scalarOf } from "../values/operand.ts";
import { looseSort, readValue } from "../values/values.ts";
import { logTestOf } from "./log-test.ts";

/**
 * Does this log line pass the filter?
 *
 * The service writes every field into every line, and gives one that has nothing to say the empty value of its type.
 * So a field that a line lacks, or whose value is not of its type, counts as "", 0, false or the empty list here,
 * and of two opposite operators exactly one always holds. Text is compared letter by letter, case included.
 */

/** The fields of one line by their names. */
export type LogLine = Readonly<Record<string, unknown>>;

export type Predicate = (line: LogLine) => boolean;

/** Undefined when a part of the filter cannot be read or does not fit its field: the service refuses such a filter. */
export function predicateOf(filter: Filter): Predicate | undefined {
  const test = logTestOf(filter);
  return test && linePredicate(test);
}

/** A list field has many values. */
type FieldValue = LogValue | readonly LogValue[];

interface Operand {
  readonly one: LogValue;
  readonly many: ReadonlySet<LogValue>;
}

const holds: Record<OperatorName, (value: FieldValue, operand: Operand) => boolean> = {
  eq: (value, { one }) => value === one,
  "!eq": (value, { one }) => value !== one,
  lt: (value, { one }) => comparable(value, one) < one,
  leq: (value, { one }) => comparable(value, one) <= one,
  gt: (value, { one }) => !(comparable(value, one) <= one),
  geq: (value, { one }) => !(comparable(value, one) < one),
  startsWith: (value, { one }) => String(value).startsWith(String(one)),
  "!startsWith": (value, { one }) => !String(value).startsWith(String(one)),
  endsWith: (value, { one }) => String(value).endsWith(String(one)),
  "!endsWith": (value, { one }) => !String(value).endsWith(String(one)),
  contains: (value, { one }) => has(value, one),
  "!contains": (value, { one }) => !has(value, one),
  in: (value, { many }) => !isList(value) && many.has(value),
  "!in": (value, { many }) => isList(value) || !many.has(value),
};

/** Of two values of different types none is less, even if JavaScript could convert them. A missing value is also 0. */
function comparable(value: FieldValue, one: LogValue): FieldValue {
  if (value === "" && isNumber(one)) return 0;
  const isSame = typeof value === typeof one || (isNumber(value) && isNumber(one));
  return isSame || isList(value) ? value : Number.NaN;
}

function isNumber(value: FieldValue): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Element of an array, or substring of a string. */
function has(value: FieldValue, one: LogValue): boolean {
  return isList(value) ? value.includes(one) : String(value).includes(String(one));
}

/** The same for a filter as data. */
export function linePredicate(test: LogTest): Predicate {
  return test.kind === "condition" ? compileCondition(test) : compileGroup(test);
}

/** An empty `and` is true and an empty `or` is false; the service may differ. */
function compileGroup({ logical, parts }: LogGroup): Predicate {
  const tests = parts.map(linePredicate);
  return logical === "and"
    ? (line) => tests.every((it) => it(line))
    : (line) => tests.some((it) => it(line));
}

function compileCondition(condition: LogCondition): Predicate {
  const { field: key } = condition;
  const test = valueTest(condition);
  return (line) => test(Object.hasOwn(line, key) ? line[key] : undefined);
}

/** The test of a value as it is in a line, undefined if the line does not have it. */
export function valueTest({ type, operator, values }: LogCondition): (raw: unknown) => boolean {
  const operand = { one: values[0] ?? "", many: new Set(values) };
  const test = holds[operator];
  const read = readerOf(type);
  // What most lines have needs no conversion.
  if (type === "string") return (raw) => test(typeof raw === "string" ? raw : read(raw), operand);
  if (type === "int")
    return (raw) => test(Number.isSafeInteger(raw) ? (raw as number) : read(raw), operand);
  return (raw) => test(read(raw), operand);
}

function readerOf(type: FieldType | undefined): (raw: unknown) => FieldValue {
  const sort = (type && scalarOf[type]) ?? looseSort;
  const one = (raw: unknown): LogValue => readExactly(raw, sort) ?? emptyValues[sort];
  const many = (raw: unknown): FieldValue => (Array.isArray(raw) ? raw.map(one) : []);
  if (type?.startsWith("array")) return many;
  // Only the log line shows whether an unknown field is a list.
  return type ? one : (raw) => (Array.isArray(raw) ? many(raw) : one(raw));
}

/** Integers with all of their digits, in any form that lines have them in. Undefined for a value of another type. */
function readExactly(raw: unknown, sort: Sort): LogValue | undefined {
  const isWhole = sort === "integer" || sort === "timestamp";
  if (typeof raw === "bigint")
    return isWhole
      ? exactInteger(raw)
      : readValue(sort === "string" ? String(raw) : Number(raw), sort);
  const long = isWhole && typeof raw === "string" ? longInteger(raw) : undefined;
  if (long !== undefined) return long;
  const value = readValue(raw, sort);
  const isRounded = isWhole && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? BigInt(value as number) : value;
}

const emptyValues: Readonly<Record<Sort, LogValue>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  timestamp: "",
};

function isList(value: FieldValue): value is readonly LogValue[] {
  return typeof value === "object";
}
