import type { LogFieldType } from "../core/log-test.ts";
import { numberPattern } from "../sql/dialect.ts";

/**
 * Values as the evaluator reads them. DuckDB's own casts accept more: fractions and blanks as integers, 'yes' as a Boolean, objects as strings.
 */

/** A column of type JSON as a value of the type of its field; NULL where it is missing, or not of that type. */
export function typedJson(column: string, type: LogFieldType | undefined): string {
  switch (type) {
    case "array[string]":
      return elements(column, scalarJson("x", "string"), "''");
    case "array[int]":
      return elements(column, scalarJson("x", "int"), "0");
    default:
      return scalarJson(column, type);
  }
}

/** Elements that are not of the type count as empty. */
function elements(column: string, element: string, empty: string): string {
  return `CASE WHEN json_type(${column}) = 'ARRAY' THEN [coalesce(${element}, ${empty}) for x in CAST(${column} AS JSON[])] END`;
}

function scalarJson(column: string, type: LogFieldType | undefined): string {
  const text = `${column} ->> '$'`;
  const when = (kinds: string, then: string) =>
    `CASE WHEN json_type(${column}) IN (${kinds}) THEN ${then} END`;
  switch (type) {
    case "string":
      return `CASE json_type(${column}) WHEN 'VARCHAR' THEN ${text} WHEN 'BOOLEAN' THEN ${text} WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL ELSE ${numberText(text)} END`;
    case "int":
    case "float":
      return when(`'VARCHAR', ${numbers}`, typedText(text, type));
    case "bool":
      return when("'VARCHAR', 'BOOLEAN'", typedText(text, type));
    default:
      // Only a timestamp is known not to be an array.
      return type
        ? `CASE WHEN json_type(${column}) NOT IN ('OBJECT', 'ARRAY') THEN ${column} END`
        : column;
  }
}

const numbers = "'BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE'";

/** A number as JavaScript writes it. */
export function numberText(text: string): string {
  return `CASE WHEN regexp_full_match(${text}, '-?[0-9]{1,15}') THEN ${text} ELSE regexp_replace(CAST(TRY_CAST(${text} AS DOUBLE) AS VARCHAR), '[.]0$', '') END`;
}

/** A string as a number or Boolean. */
export function typedText(text: string, type: LogFieldType | undefined): string {
  switch (type) {
    case "int": {
      const double = `TRY_CAST(${text} AS DOUBLE)`;
      const whole = `coalesce(TRY_CAST(${text} AS HUGEINT), CASE WHEN starts_with(${text}, '-') THEN ${least} ELSE ${most} END)`;
      const within = `CAST(least(greatest(${whole}, ${least}), ${most}) AS BIGINT)`;
      return `CASE WHEN regexp_full_match(${text}, '-?[0-9]+') THEN ${within} WHEN regexp_full_match(${text}, '${numberPattern}') AND ${double} = trunc(${double}) THEN CASE WHEN abs(${double}) < 9e18 THEN TRY_CAST(${double} AS BIGINT) WHEN ${double} < 0 THEN ${least} ELSE ${most} END END`;
    }
    case "float":
      return `CASE WHEN regexp_full_match(${text}, '${numberPattern}') THEN TRY_CAST(${text} AS DOUBLE) END`;
    case "bool":
      return `CASE ${text} WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END`;
    default:
      return text;
  }
}

/** What a BIGINT can hold. Integers beyond that are still less or greater than any other. */
const least = "-9223372036854775808";
const most = "9223372036854775807";
