import { familyRanges } from "../addresses.ts";
import { type Dialect, isNumeric, number, quoteWithBackslashes } from "../dialect.ts";
import { asciiCase, likeWithBackslash } from "../text-functions.ts";

const string = (text: string) => quoteWithBackslashes(text, "'");
const identifier = (name: string) => quoteWithBackslashes(name, "`");

/** A TIMESTAMP column as RFC 3339; other columns unchanged. */
const timeText = (column: string) =>
  `REGEXP_REPLACE(CAST(${column} AS STRING), ${string(timestamp)}, ${string("\\1T\\2Z")})`;

const timestamp = String.raw`^(\d{4}-\d\d-\d\d) ([\d:.]+)[+]00$`;

export const bigquery: Dialect = {
  title: "BigQuery",
  castTypes: { text: "STRING", integer: "INT64", float: "FLOAT64", boolean: "BOOL" },
  identifier,
  string,
  timestamp: { literal: (it) => `TIMESTAMP '${it}'`, digits: 6 },
  hasNul: true,
  text: (column) => column,
  integer: (column) => column,
  double: (column) => `CAST(${column} AS FLOAT64)`,
  boolean: (column) => column,
  timeText,
  looseNumber: (column) => `SAFE_CAST(CAST(${column} AS STRING) AS FLOAT64)`,
  looseInteger: (column) => `SAFE_CAST(CAST(${column} AS STRING) AS INT64)`,
  looseBoolean: (column) => `SAFE_CAST(CAST(${column} AS STRING) AS BOOL)`,
  startsWith: (it, start) => `STARTS_WITH(${it}, ${string(start)})`,
  endsWith: (it, end) => `ENDS_WITH(${it}, ${string(end)})`,
  contains: (it, part) => `STRPOS(${it}, ${string(part)}) > 0`,
  ...asciiCase,
  byteLength: (it) => `BYTE_LENGTH(${it})`,
  position: (it, part) => `STRPOS(${it}, ${string(part)})`,
  like: likeWithBackslash({ ...asciiCase, string }),
  matches: (it, regex) => `REGEXP_CONTAINS(${it}, ${string(regex)})`,
  inRanges: (it, ranges) => {
    const address = `NET.SAFE_IP_FROM_STRING(${it})`;
    const between = (first: string, last: string) =>
      `${address} BETWEEN NET.IP_FROM_STRING('${first}') AND NET.IP_FROM_STRING('${last}')`;
    return `CASE BYTE_LENGTH(${address}) WHEN 4 THEN ${familyRanges(ranges, 4, between)} WHEN 16 THEN ${familyRanges(ranges, 6, between)} END`;
  },
  hasElement: (column, element) =>
    `${isNumeric(element) ? number(element) : string(String(element))} IN UNNEST(${column})`,
};
