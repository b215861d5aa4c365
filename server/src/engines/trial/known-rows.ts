import type { LogFieldType } from "../../core/log-test.ts";
import { type Dialect, number } from "../../sql/dialect.ts";
import { nanosecondsOf, shortTimestamp } from "../../text/timestamps.ts";
import { parseAddress } from "../../vocabulary/ip.ts";
import type { Column, ColumnKind } from "../engine.ts";

/** Lines at the values of a condition, as the evaluator reads them and as a table of the same types has them. */

export interface KnownRow {
  readonly line: Readonly<Record<string, unknown>>;
  readonly sql: string;
}

/** A column that a condition reads, with the values that are of interest in it. */
export interface KnownColumn {
  readonly field: string;
  readonly type: LogFieldType | undefined;
  readonly column: Column;
  readonly values: readonly unknown[];
}

interface KnownValue {
  readonly value: unknown;
  readonly sql: string;
}

const mostRows = 12;

/** Undefined if values cannot be written for one of the columns. */
export function knownRows(
  columns: readonly KnownColumn[],
  dialect: Dialect,
): readonly KnownRow[] | undefined {
  const choices = columns.map((it) => choicesFor(it, dialect));
  if (columns.length === 0 || choices.some((it) => it.length === 0)) return undefined;
  const count = Math.min(mostRows, Math.max(...choices.map((it) => it.length)));
  return Array.from({ length: count }, (_, row) => {
    const chosen = choices.map((all) => all[row % all.length]);
    const line = columns.map(({ field }, at) => [field, chosen[at]?.value] as const);
    return {
      line: Object.fromEntries(line.filter(([, value]) => value !== undefined)),
      sql: columns
        .map(({ column }, at) => `${chosen[at]?.sql} AS ${dialect.identifier(column.name)}`)
        .join(", "),
    };
  });
}

/** Missing first, so that a line without any of the fields is among the rows. */
function choicesFor({ type, column, values }: KnownColumn, dialect: Dialect): KnownValue[] {
  const sqlType = column.type ?? (type && dialect.castTypes?.[kindOf(type)]);
  if (sqlType === undefined) return [];
  const kind = column.kind ?? (type && kindOf(type));
  const written = values.flatMap((it) => writtenValue(it, kind, sqlType, type, dialect) ?? []);
  const missing = column.isNeverNull ? [] : [{ value: undefined, sql: "NULL" }];
  return (written.length === 0 ? [] : [...missing, ...written]).map(({ value, sql }) => ({
    value,
    sql: `CAST(${sql} AS ${sqlType})`,
  }));
}

function kindOf(type: LogFieldType): ColumnKind {
  switch (type) {
    case "string":
      return "text";
    case "int":
      return "integer";
    case "bool":
      return "boolean";
    case "float":
      return "float";
    case "int or string":
    case "array[string]":
    case "array[int]":
    case "array[object]":
    case "object":
      return "other";
  }
}

function writtenValue(
  value: unknown,
  kind: ColumnKind | undefined,
  sqlType: string,
  type: LogFieldType | undefined,
  dialect: Dialect,
): KnownValue | undefined {
  switch (kind) {
    case "text":
      return Array.isArray(value) ? undefined : writtenText(String(value), dialect);
    case "integer":
      if (typeof value === "boolean") return { value, sql: value ? "1" : "0" };
      return type !== "bool" && isWithin(value, sqlType)
        ? { value, sql: number(value, dialect) }
        : undefined;
    case "float":
      return typeof value === "number" && (!/decimal|numeric/i.test(sqlType) || isSmall(value))
        ? { value, sql: number(value, dialect) }
        : undefined;
    case "boolean":
      return typeof value === "boolean" ? { value, sql: value ? "TRUE" : "FALSE" } : undefined;
    case "timestamp":
      return writtenTime(value, sqlType, dialect);
    case "address":
      return typeof value === "string" && parseAddress(value)
        ? { value, sql: dialect.string(value) }
        : undefined;
    case "array":
      return Array.isArray(value) ? writtenArray(value, dialect) : undefined;
    default:
      return undefined;
  }
}

function writtenText(value: string, dialect: Dialect): KnownValue | undefined {
  const isWritable = dialect.hasNul || !value.includes("\0");
  return isWritable ? { value, sql: dialect.string(value) } : undefined;
}

/** Only in the form that is certainly the form of the text. */
function writtenTime(value: unknown, sqlType: string, { timestamp }: Dialect) {
  if (typeof value !== "string" || !isWhole(value)) return undefined;
  const at = nanosecondsOf(value);
  if (at === undefined || !timestamp || /^date(?:32)?\b/i.test(sqlType)) return undefined;
  return { value, sql: timestamp.literal(shortTimestamp(at)) };
}

function writtenArray(value: readonly unknown[], dialect: Dialect): KnownValue | undefined {
  const items = value.map((it) =>
    typeof it === "number" || typeof it === "bigint"
      ? number(it, dialect)
      : dialect.string(String(it)),
  );
  return dialect.array && { value, sql: dialect.array(items) };
}

function isSmall(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 100;
}

const named: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  int: 32,
  integer: 32,
  bigint: 64,
  int64: 64,
  number: 64,
};

/** Whether a value fits into the column: databases may cut off others. */
function isWithin(value: unknown, sqlType: string): value is number | bigint {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) return false;
  const [, sign, bits] = /(U?)Int(\d+)/.exec(sqlType) ?? [];
  const size = BigInt(bits ?? named[sqlType.toLowerCase()] ?? 8);
  const whole = BigInt(value as number | bigint);
  if (sign === "U") return whole >= 0n && whole < 2n ** size;
  return whole >= -(2n ** (size - 1n)) && whole < 2n ** (size - 1n);
}

/** Values that a condition compares with, and others beside them, for a field of a type. */
export function valuesNear(
  literals: readonly unknown[],
  type: LogFieldType | undefined,
): readonly unknown[] {
  const [first, ...rest] = literals;
  const some = literals.length < 3 ? literals : [first, rest.at(-1)];
  switch (type) {
    case "bool":
      return [true, false];
    case "int":
    case "float":
      return [...new Set([...some.flatMap(numbersNear), 0])];
    case "array[int]":
    case "array[string]":
      return some.flatMap((it) => [[it], [it, type === "array[int]" ? 7 : "x"]]);
    case "string":
      return [...new Set([...some.flatMap((it) => textsNear(String(it))), "", "x"])];
    case "int or string":
    case "array[object]":
    case "object":
    case undefined:
      // Times in several forms are compared as they are written.
      return some.every(isWhole) ? some.flatMap(timesNear) : some;
  }
}

function numbersNear(value: unknown): unknown[] {
  if (typeof value === "bigint") return [value, value - 1n, value + 1n];
  return typeof value === "number" ? [value, value - 1, value + 1] : [];
}

function textsNear(text: string): string[] {
  return [text, `${text}x`, `x${text}`, text.toUpperCase(), text.toLowerCase()];
}

function isWhole(value: unknown): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value));
}

function timesNear(value: unknown): string[] {
  const at = nanosecondsOf(String(value));
  if (at === undefined) return [];
  const second = 1_000_000_000n;
  return [at - second, at, at + second].map((it) => shortTimestamp(it - (it % second)));
}
