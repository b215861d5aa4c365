import type { LogValue } from "../../core/log-test.ts";
import { numberRanges } from "../addresses.ts";
import {
  concatenateControls,
  type Dialect,
  isLong,
  isNumeric,
  isRounded,
  number,
  numberPattern,
  quoteByDoubling,
  secondDigits,
} from "../dialect.ts";
import { asciiCase, likeWith } from "../text-functions.ts";

const string = (text: string) => concatenateControls(text, (code) => `chr(${code})`);

/** DuckDB infers JSON for a column of mixed types, whose strings would keep their quotes in a cast to VARCHAR. */
const text = (column: string) =>
  `if(typeof(${column}) = 'JSON', to_json(${column}) ->> '$', CAST(${column} AS VARCHAR))`;

/**
 * DuckDB infers TIMESTAMP from RFC 3339 strings with up to six digits. Restores the string that the job wrote: with three digits
 * if there is a fraction, or if the operand has them.
 */
function timeText(column: string, operand: string): string {
  const withDigits = `strftime(TRY_CAST(${column} AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S.%gZ')`;
  const time = secondDigits(operand) === 3 ? withDigits : `replace(${withDigits}, '.000Z', 'Z')`;
  return `if(typeof(${column}) = 'TIMESTAMP', ${time}, ${text(column)})`;
}

function hasElement(column: string, element: LogValue, type = integerType(element)): string {
  return isNumeric(element)
    ? `list_contains(TRY_CAST(to_json(${column}) AS ${isRounded(element, limits) ? "DOUBLE" : type}[]), ${number(element, limits)})`
    : `list_contains(TRY_CAST(to_json(${column}) AS VARCHAR[]), ${string(String(element))})`;
}

/** The limits of HUGEINT. */
const limits = { integerLimit: 2 ** 127 };

function integerType(value: LogValue): string {
  return isNumeric(value) && isLong(value) ? "HUGEINT" : "BIGINT";
}

/** A cast alone would also accept spaces, `+5`, `1_000`, Booleans and `inf`. */
function looseNumber(column: string): string {
  return `CASE WHEN typeof(${column}) IN ('BIGINT', 'DOUBLE') THEN TRY_CAST(${column} AS DOUBLE) WHEN regexp_full_match(${text(column)}, '${numberPattern}') THEN TRY_CAST(${text(column)} AS DOUBLE) END`;
}

function looseInteger(column: string): string {
  return `CASE WHEN regexp_full_match(${text(column)}, '-?[0-9]+') THEN TRY_CAST(${text(column)} AS HUGEINT) END`;
}

/** Columns may have any type, because it is inferred from the lines, and a few of them can change it. */
export const duckdb: Dialect = {
  title: "DuckDB",
  castTypes: { text: "VARCHAR", integer: "BIGINT", float: "DOUBLE", boolean: "BOOLEAN" },
  files: "read_ndjson('logs/*.ndjson*')",
  identifier: (name) => quoteByDoubling(name, '"'),
  string,
  hasAnyType: true,
  // A string literal gets the type of the column, with or without a zone.
  timestamp: { literal: (it) => `'${it}'`, digits: 6 },
  hasNul: true,
  text,
  ...limits,
  integer: (column, isLong) => `TRY_CAST(${column} AS ${isLong ? "HUGEINT" : "BIGINT"})`,
  double: (column) => `TRY_CAST(${column} AS DOUBLE)`,
  boolean: (column) => `TRY_CAST(${column} AS BOOLEAN)`,
  timeText,
  looseNumber,
  looseInteger,
  isBoolean: (column) => `coalesce(json_type(to_json(${column})) = 'BOOLEAN', FALSE)`,
  // The strings "true" and "false" are not Booleans, even in a JSON column.
  looseBoolean: (column) =>
    `CASE CAST(to_json(${column}) AS VARCHAR) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END`,
  startsWith: (it, start) => `starts_with(${it}, ${string(start)})`,
  endsWith: (it, end) => `suffix(${it}, ${string(end)})`,
  contains: (it, part) => `contains(${it}, ${string(part)})`,
  hasElement: (column, element) => hasElement(column, element),
  ...asciiCase,
  byteLength: (it) => `strlen(${it})`,
  position: (it, part) => `strpos(${it}, ${string(part)})`,
  like: likeWith({ ...asciiCase, string }),
  matches: (it, regex) => `regexp_matches(${it}, ${string(regex)})`,
  inRanges: (it, ranges) => {
    const octet = (n: number) => `TRY_CAST(split_part(${it}, '.', ${n}) AS BIGINT)`;
    const number = `(${octet(1)} * 16777216 + ${octet(2)} * 65536 + ${octet(3)} * 256 + ${octet(4)})`;
    return `CASE WHEN regexp_full_match(${it}, '([0-9]{1,3}[.]){3}[0-9]{1,3}') THEN ${numberRanges(ranges, number, "DuckDB")} WHEN contains(${it}, ':') THEN FALSE END`;
  },
  looseContains: (column, part) =>
    `if(json_type(to_json(${column})) = 'ARRAY', ${hasElement(column, part)}, contains(${text(column)}, ${string(part)}))`,
};

/** For columns with integers of more than 64 bits. */
export const longDuckdb: Dialect = {
  ...duckdb,
  integer: (column) => duckdb.integer(column, true),
  hasElement: (column, element) => hasElement(column, element, "HUGEINT"),
};
