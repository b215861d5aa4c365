import type { LogFieldType } from "../../core/log-test.ts";
import { numberPattern } from "../../sql/dialect.ts";

/**
 * Converts values like the evaluator. DuckDB's casts accept more: fractions and spaces in integers, 'yes' as a Boolean, objects
 * as strings.
 */

export interface ColumnType {
  readonly type: LogFieldType | undefined;
  /** Whether it is compared with integers of more than 64 bits. */
  readonly isLong: boolean;
}

/** Converts a JSON column to the type of its field; NULL if the value is missing or has another type. */
export function typedJson(column: string, { type, isLong }: ColumnType): string {
  switch (type) {
    case "array[string]":
      return elements(column, scalarJson("x", { type: "string", isLong }), "''");
    case "array[int]":
      return elements(column, scalarJson("x", { type: "int", isLong }), "0");
    case "string":
    case "int":
    case "float":
    case "bool":
    case "int or string":
    case "array[object]":
    case "object":
    case undefined:
      return scalarJson(column, { type, isLong });
  }
}

/** Elements of another type are treated as empty. */
function elements(column: string, element: string, empty: string): string {
  return `CASE WHEN json_type(${column}) = 'ARRAY' THEN [coalesce(${element}, ${empty}) for x in CAST(${column} AS JSON[])] END`;
}

function scalarJson(column: string, columnType: ColumnType): string {
  const { type } = columnType;
  const text = `(${column} ->> '$')`;
  const when = (kinds: string, then: string) =>
    `CASE WHEN json_type(${column}) IN (${kinds}) THEN ${then} END`;
  switch (type) {
    case "string":
      return `CASE json_type(${column}) WHEN 'VARCHAR' THEN ${text} WHEN 'BOOLEAN' THEN ${text} WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL ELSE ${numberText(text)} END`;
    case "int":
    case "float":
      return when(`'VARCHAR', ${numbers}`, typedText(text, columnType));
    case "bool":
      return when("'VARCHAR', 'BOOLEAN'", typedText(text, columnType));
    case "int or string":
    case "array[string]":
    case "array[int]":
    case "array[object]":
    case "object":
    case undefined:
      // Only a timestamp is known not to be an array.
      return `CASE WHEN json_type(${column}) NOT IN ('OBJECT'${type ? ", 'ARRAY'" : ""}) THEN ${column} END`;
  }
}

const numbers = "'BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE'";

/** A number as JavaScript serializes it: integers with all digits, and exponents only from 1e21 on and below 1e-6. */
export function numberText(text: string): string {
  // Adding 0 turns -0 into 0.
  const number = `CAST(TRY_CAST(${text} AS DOUBLE) + 0 AS VARCHAR)`;
  const sign = `regexp_extract(${number}, '^-?')`;
  const digits = `replace(regexp_extract(${number}, '^-?([0-9.]+)', 1), '.', '')`;
  const exponent = `CAST(regexp_extract(${number}, '[0-9]+$') AS INTEGER)`;
  return `CASE WHEN regexp_full_match(${text}, '0|-?[1-9][0-9]*') THEN ${text}
WHEN regexp_matches(${number}, 'e[+](1[0-9]|20)$') THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
WHEN regexp_matches(${number}, 'e-0[1-6]$') THEN ${sign} || '0.' || repeat('0', ${exponent} - 1) || ${digits}
ELSE regexp_replace(regexp_replace(${number}, '[.]0$', ''), 'e([+-])0', 'e\\1') END`;
}

/** Converts a string to a number or Boolean. */
export function typedText(text: string, { type, isLong }: ColumnType): string {
  switch (type) {
    case "int": {
      const double = `TRY_CAST(${text} AS DOUBLE)`;
      const [integer, least, most] = isLong ? hugeint : bigint;
      const clamped = (it: string) =>
        `coalesce(TRY_CAST(${it} AS ${integer}), CASE WHEN ${double} < 0 THEN ${least} ELSE ${most} END)`;
      return `CASE WHEN regexp_full_match(${text}, '-?[0-9]+') THEN ${clamped(text)} WHEN regexp_full_match(${text}, '${numberPattern}') AND ${double} = trunc(${double}) AND isfinite(${double}) THEN ${clamped(double)} END`;
    }
    case "float":
      return `CASE WHEN regexp_full_match(${text}, '${numberPattern}') THEN TRY_CAST(${text} AS DOUBLE) END`;
    case "bool":
      return `CASE ${text} WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END`;
    case "string":
    case "int or string":
    case "array[string]":
    case "array[int]":
    case "array[object]":
    case "object":
    case undefined:
      return text;
  }
}

/** Integer types with their limits. Integers beyond them are clamped, so they are still ordered correctly. */
const bigint = ["BIGINT", "-9223372036854775808", "9223372036854775807"];
const hugeint = [
  "HUGEINT",
  "-170141183460469231731687303715884105727",
  "170141183460469231731687303715884105727",
];

/** The time that a text has in any of the formats of the service; NULL for others. */
export function nanosecondsSql(text: string): string {
  const whole = `split_part(${text}, '.', 1)`;
  const scaled = (unit: string) => `CAST(${whole} AS HUGEINT) * ${unit}`;
  const fraction = `CAST(rpad(substr(regexp_extract(${text}, '[.]([0-9]+)', 1), 1, 9), 9, '0') AS HUGEINT)`;
  const zone = (part: number) =>
    `coalesce(TRY_CAST(regexp_extract(${text}, '[+-]([0-9]{2}):([0-9]{2})$', ${part}) AS HUGEINT), 0)`;
  const sign = `CASE WHEN ${text} LIKE '%-__:__' THEN -1 ELSE 1 END`;
  const local = `epoch_us(TRY_CAST(substr(${text}, 1, 10) || ' ' || substr(${text}, 12, 8) AS TIMESTAMP))`;
  return `CASE WHEN regexp_full_match(${text}, '[0-9]{1,19}([.][0-9]+)?') THEN
CASE WHEN length(${whole}) <= 11 THEN ${scaled("1000000000")} + ${fraction} WHEN length(${whole}) <= 14 THEN ${scaled("1000000")} WHEN length(${whole}) <= 17 THEN ${scaled("1000")} ELSE ${scaled("1")} END
WHEN regexp_full_match(${text}, '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})') THEN
CAST(${local} AS HUGEINT) * 1000 + ${fraction} - ${sign} * (${zone(1)} * 60 + ${zone(2)}) * 60000000000 END`;
}
