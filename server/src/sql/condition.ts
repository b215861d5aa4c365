import type { LogCondition, LogValue } from "../core/log-test.ts";
import { type Dialect, isNumeric } from "./dialect.ts";
import { looseCondition } from "./loose-condition.ts";
import { refuseName } from "./text-functions.ts";
import { type TimestampColumn, timestampCondition } from "./timestamp-condition.ts";
import {
  booleanCondition,
  columnOf,
  elementCondition,
  keepsMissing,
  numberCondition,
  textCondition,
} from "./typed-condition.ts";
import { Untranslatable } from "./untranslatable.ts";

/**
 * Translates one condition. It is NULL only if the field is missing and the condition is false for the empty value of its
 * type, so databases can use their indexes in other cases.
 */
export function conditionSql(
  condition: LogCondition,
  dialect: Dialect,
  timestamps?: TimestampOptions,
): string {
  refuseUnwritable(condition);
  const possible = withoutNul(condition, dialect);
  if (typeof possible === "boolean") return possible ? "TRUE" : "FALSE";
  if (dialect.orMissing) return plainCondition(possible, dialect, timestamps);
  return testSql(possible, dialect, timestamps);
}

/**
 * For a dialect without conversions: a column of an unknown type has the type of the value. A line without the column passes
 * by a test of its own.
 */
function plainCondition(
  condition: LogCondition,
  dialect: Dialect,
  timestamps: TimestampOptions | undefined,
): string {
  const { type, field } = condition;
  const isTime = type === "int or string";
  const isStored = timestamps?.stored !== undefined || dialect.storesTimestamps;
  const time = isTime && isStored ? timeCondition(condition, dialect, timestamps) : undefined;
  if (time !== undefined) return time;
  const known = isTime || !type ? { ...condition, type: typeOfValues(condition) } : condition;
  const test = testSql(known, dialect, timestamps);
  if (!keepsMissing(condition) || timestamps?.isPresent || test === "TRUE") return test;
  const column = dialect.identifier(field);
  if (test === "FALSE") return `${column} IS NULL`;
  return dialect.orMissing?.(column, test) ?? test;
}

function typeOfValues({ field, values }: LogCondition): LogCondition["type"] {
  const types = new Set(values.map((it) => (isNumeric(it) ? "number" : typeof it)));
  if (types.size > 1)
    throw new Untranslatable(`The values of '${field}' have several types, and a column has one.`);
  if (types.has("number")) return values.every(isWhole) ? "int" : "float";
  return types.has("boolean") ? "bool" : "string";
}

function isWhole(value: LogValue): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

function testSql(
  possible: LogCondition,
  dialect: Dialect,
  timestamps: TimestampOptions | undefined,
): string {
  switch (possible.type) {
    case "array[string]":
    case "array[int]":
      return elementCondition(possible, dialect);
    case "string":
      return textCondition(possible, stringColumn(possible, dialect), dialect);
    case "int":
    case "float":
      return numberCondition(possible, dialect);
    case "bool":
      return booleanCondition(possible, dialect);
    case "int or string":
      return timeCondition(possible, dialect, timestamps) ?? looseCondition(possible, dialect);
    case "array[object]":
    case "object":
    case undefined:
      return looseCondition(possible, dialect);
  }
}

export interface TimestampOptions {
  /** Default: a column of any type where the database has such columns, otherwise the type of the value. */
  readonly stored?: TimestampColumn | undefined;
  /** Whether another condition excludes lines without the field. */
  readonly isPresent?: boolean;
}

function timeCondition(
  condition: LogCondition,
  dialect: Dialect,
  { stored, isPresent = false }: TimestampOptions = {},
): string | undefined {
  const { hasAnyType, storesTimestamps } = dialect;
  const known = stored ?? (hasAnyType ? "any" : storesTimestamps && "timestamp");
  return known === "any" ? undefined : timestampCondition(condition, known, dialect, isPresent);
}

/** Databases that infer types may read a string column as timestamps if all its values look like timestamps. */
function stringColumn(condition: LogCondition, dialect: Dialect): string {
  const column = columnOf(condition, dialect);
  if (!dialect.hasAnyType) return dialect.text(column);
  const time = condition.values.find((it) => typeof it === "string" && partOfTime.test(it));
  return time === undefined ? dialect.text(column) : dialect.timeText(column, String(time));
}

const partOfTime = /^(?=.*\d)(?=.*[-T:Z])[-\dTZ:.]+$/;

function refuseUnwritable({ field, values }: LogCondition): void {
  refuseName(field);
  for (const it of [field, ...values]) {
    if (typeof it === "number" && !Number.isFinite(it))
      throw new Untranslatable(`A value of '${field}' is out of range.`);
    if (typeof it !== "string") continue;
    if (/\p{Surrogate}/u.test(it))
      throw new Untranslatable(
        `A value of '${field}' has half of a surrogate pair, which SQL strings cannot contain.`,
      );
  }
}

/** In a database whose strings cannot contain U+0000, no line matches a value with that character. */
function withoutNul(condition: LogCondition, { hasNul }: Dialect): LogCondition | boolean {
  const { values, operator } = condition;
  const isPossible = (it: LogValue) => typeof it !== "string" || !it.includes("\0");
  if (hasNul || values.every(isPossible)) return condition;
  if (operator !== "in" && operator !== "!in") return operator.startsWith("!");
  return { ...condition, values: values.filter(isPossible) };
}
