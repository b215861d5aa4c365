import type { LogCondition, LogOperator, LogValue } from "../core/log-test.ts";
import {
  isUnix,
  nanosecondsOf,
  shortTimestamp,
  type TimestampFormat,
  timestampFormats,
  writeTimestamp,
} from "../text/timestamps.ts";
import { type Dialect, isNumeric, number } from "./dialect.ts";
import { columnOf, keepsMissing, plainOperator } from "./typed-condition.ts";

/** How a table stores timestamps: as a type of the database, as the job wrote them, or in any way. */
export const timestampColumns = ["timestamp", ...timestampFormats, "any"] as const;
export type TimestampColumn = (typeof timestampColumns)[number];
type KnownColumn = Exclude<TimestampColumn, "any">;

/**
 * A comparison with the column itself, so that the database can use its partitions and indexes. Undefined if a value is not a
 * time. `isPresent`: whether another condition excludes lines without the field.
 */
export function timestampCondition(
  condition: LogCondition,
  stored: KnownColumn | undefined,
  dialect: Dialect,
  isPresent: boolean,
): string | undefined {
  const { operator, values } = condition;
  const column = columnOf(condition, dialect);
  const found = values.map((it) => timeOf(it, stored, dialect));
  const times = found.flatMap((it) => it ?? []);
  const test =
    times.length < found.length ? undefined : timeTest(column, operator, times, times[0] ?? empty);
  if (test === undefined) return undefined;
  if (!keepsMissing(condition) || isPresent || test === "TRUE") return test;
  const isMissing = `${column} IS NULL`;
  return test === isMissing || test === "FALSE" ? isMissing : `(${test} OR ${isMissing})`;
}

/** A value as a literal. */
interface Time {
  /** Undefined for the empty value, which is NULL. */
  readonly sql: string | undefined;
  /** Whether it is less than the value, because the column has fewer digits. */
  readonly isCut: boolean;
}

const empty: Time = { sql: undefined, isCut: false };

function timeOf(
  value: LogValue,
  stored: KnownColumn | undefined,
  dialect: Dialect,
): Time | undefined {
  const isText = stored?.startsWith("rfc3339");
  if (value === "") return isText ? { sql: dialect.string(""), isCut: false } : empty;
  // Unless the type is known, the column has the type of the value.
  if (stored === undefined && isNumeric(value)) return { sql: number(value), isCut: false };
  const at = nanosecondsOf(String(value));
  if (at === undefined) return undefined;
  return stored === undefined || stored === "timestamp"
    ? typedTime(at, dialect)
    : writtenTime(at, stored, dialect);
}

function typedTime(at: bigint, { timestamp }: Dialect): Time | undefined {
  if (!timestamp) return undefined;
  const rest = timestamp.digits === 6 ? ((at % 1000n) + 1000n) % 1000n : 0n;
  return { sql: timestamp.literal(shortTimestamp(at - rest)), isCut: rest > 0n };
}

function writtenTime(at: bigint, format: TimestampFormat, dialect: Dialect): Time {
  const written = writeTimestamp(at, format);
  const isCut = at % unitOf[format] !== 0n;
  return { sql: isUnix(format) ? written : dialect.string(written), isCut };
}

/** The nanoseconds of the last digit. */
const unitOf: Readonly<Record<TimestampFormat, bigint>> = {
  unixnano: 1n,
  unix: 1_000_000_000n,
  rfc3339: 1_000_000_000n,
  rfc3339ms: 1_000_000n,
  rfc3339ns: 1n,
};

/** `time` is the only one, unless the operator takes a list. */
function timeTest(
  column: string,
  operator: LogOperator,
  times: readonly Time[],
  time: Time,
): string | undefined {
  switch (operator) {
    case "in":
    case "!in":
      return oneOf(column, times, operator === "!in");
    case "eq":
      return time.isCut ? "FALSE" : compared(column, operator, time, "IS NULL");
    case "!eq":
      return time.isCut ? "TRUE" : compared(column, operator, time, "IS NOT NULL");
    case "lt":
      return compared(column, time.isCut ? "leq" : operator, time, "FALSE");
    case "leq":
      return compared(column, operator, time, "IS NULL");
    case "gt":
      return compared(column, operator, time, "IS NOT NULL");
    case "geq":
      return compared(column, time.isCut ? "gt" : operator, time, "TRUE");
    case "startsWith":
    case "!startsWith":
    case "endsWith":
    case "!endsWith":
    case "contains":
    case "!contains":
      return undefined;
  }
}

/** `ifEmpty` tests for the empty value, which is less than every time: a test of the column, or the same for every line. */
function compared(
  column: string,
  operator: LogOperator,
  { sql }: Time,
  ifEmpty: "IS NULL" | "IS NOT NULL" | "TRUE" | "FALSE",
): string {
  if (sql !== undefined) return `${column} ${plainOperator(operator)} ${sql}`;
  return ifEmpty === "TRUE" || ifEmpty === "FALSE" ? ifEmpty : `${column} ${ifEmpty}`;
}

function oneOf(column: string, times: readonly Time[], isNegated: boolean): string {
  const literals = times.flatMap(({ sql, isCut }) => (sql === undefined || isCut ? [] : [sql]));
  const hasEmpty = times.some((it) => it.sql === undefined);
  if (literals.length === 0)
    return isNegated ? (hasEmpty ? `${column} IS NOT NULL` : "TRUE") : "FALSE";
  return `${column} ${isNegated ? "NOT IN" : "IN"} (${[...new Set(literals)].join(", ")})`;
}
