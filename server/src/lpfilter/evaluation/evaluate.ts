import type {
  LogCondition,
  LogFieldType,
  LogGroup,
  LogOperator,
  LogTest,
  LogValue,
} from "../../core/log-test.ts";
import { exactInteger, longInteger } from "../../text/exact-integers.ts";
import type { Filter } from "../syntax/filter.ts";
import { type Scalar as Sort, scalarOf } from "../values/operand.ts";
import { looseSort, readValue } from "../values/values.ts";
import { logTestOf } from "./log-test.ts";

/**
 * Evaluates filters on log lines.
 *
 * The service writes every field into every line, and uses the empty value of the type for a field without data.
 * So a missing field, or a value of another type, is treated as "", 0, false or an empty array, and exactly one of two
 * opposite operators is true. Strings are compared case-sensitively.
 */

/** The fields of one line by their names. */
export type LogLine = Readonly<Record<string, unknown>>;

export type Predicate = (line: LogLine) => boolean;

/** Undefined for a filter that the service refuses, because a condition is invalid or does not fit its field. */
export function predicateOf(filter: Filter): Predicate | undefined {
  const test = logTestOf(filter);
  return test && linePredicate(test);
}

/** An array field has several values. */
type FieldValue = LogValue | readonly LogValue[];

interface Operand {
  readonly one: LogValue;
  readonly many: ReadonlySet<LogValue>;
}

const holds: Record<LogOperator, (value: FieldValue, operand: Operand) => boolean> = {
  eq: (value, { one }) => value === one || isBothEmpty(value, one),
  "!eq": (value, { one }) => value !== one && !isBothEmpty(value, one),
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

/** The empty value of a timestamp, or of an unknown field, is "" or 0, depending on the job. */
function isBothEmpty(value: FieldValue, one: LogValue): boolean {
  return value === "" && one === 0;
}

/** Values of different types are not ordered, even if JavaScript could convert them. A missing value is also 0. */
function comparable(value: FieldValue, one: LogValue): FieldValue {
  if (value === "" && isNumber(one)) return 0;
  const isSame = typeof value === typeof one || (isNumber(value) && isNumber(one));
  return isSame || isList(value) ? value : Number.NaN;
}

function isNumber(value: FieldValue): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Whether an array has the element, or a string the substring. */
function has(value: FieldValue, one: LogValue): boolean {
  return isList(value) ? value.includes(one) : String(value).includes(String(one));
}

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

/** Tests the raw value of a log line, which is undefined if the line does not have the field. */
export function valueTest({
  type,
  operator,
  values,
}: Pick<LogCondition, "type" | "operator" | "values">): (raw: unknown) => boolean {
  const many = new Set(values);
  if (many.has(0)) many.add("");
  const operand = { one: values[0] ?? "", many };
  const test = holds[operator];
  const read = readerOf(type);
  // Fast path: most values need no conversion.
  if (type === "string") return (raw) => test(typeof raw === "string" ? raw : read(raw), operand);
  if (type === "int")
    return (raw) => test(Number.isSafeInteger(raw) ? (raw as number) : read(raw), operand);
  return (raw) => test(read(raw), operand);
}

function readerOf(type: LogFieldType | undefined): (raw: unknown) => FieldValue {
  const sort = (type && scalarOf[type]) ?? looseSort;
  const one = (raw: unknown): LogValue => readExactly(raw, sort) ?? emptyValues[sort];
  const many = (raw: unknown): FieldValue => (Array.isArray(raw) ? raw.map(one) : []);
  if (type?.startsWith("array")) return many;
  // Whether an unknown field is an array depends on the log line.
  return type ? one : (raw) => (Array.isArray(raw) ? many(raw) : one(raw));
}

/** Keeps all digits of integers, whether they are numbers, bigints or strings. Undefined for a value of another type. */
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
