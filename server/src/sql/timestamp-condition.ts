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
  if (times.length < found.length || /With$|ontains$/.test(operator)) return undefined;
  const test =
    operator === "in" || operator === "!in"
      ? oneOf(column, times, operator === "!in")
      : compared(column, operator, times[0] ?? empty);
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

function compared(column: string, operator: LogOperator, { sql, isCut }: Time): string {
  if (sql === undefined) return comparedWithEmpty(column, operator);
  if (!isCut) return `${column} ${plainOperator(operator)} ${sql}`;
  switch (operator) {
    case "eq":
      return "FALSE";
    case "!eq":
      return "TRUE";
    case "lt":
    case "leq":
      return `${column} <= ${sql}`;
    default:
      return `${column} > ${sql}`;
  }
}

/** The empty value is less than every time. */
function comparedWithEmpty(column: string, operator: LogOperator): string {
  switch (operator) {
    case "eq":
    case "leq":
      return `${column} IS NULL`;
    case "!eq":
    case "gt":
      return `${column} IS NOT NULL`;
    default:
      return operator === "geq" ? "TRUE" : "FALSE";
  }
}

function oneOf(column: string, times: readonly Time[], isNegated: boolean): string {
  const literals = times.flatMap(({ sql, isCut }) => (sql === undefined || isCut ? [] : [sql]));
  const hasEmpty = times.some((it) => it.sql === undefined);
  if (literals.length === 0)
    return isNegated ? (hasEmpty ? `${column} IS NOT NULL` : "TRUE") : "FALSE";
  return `${column} ${isNegated ? "NOT IN" : "IN"} (${[...new Set(literals)].join(", ")})`;
}
