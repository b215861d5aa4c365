import { backslashed, type Dialect } from "../dialect.ts";

const string = (text: string) => backslashed(text, "'");
const identifier = (name: string) => backslashed(name, "`");

/** A TIMESTAMP column as RFC 3339; other columns as they are. */
const timeText = (column: string) =>
  `REGEXP_REPLACE(CAST(${column} AS STRING), ${string(timestamp)}, ${string("\\1T\\2Z")})`;

const timestamp = String.raw`^(\d{4}-\d\d-\d\d) ([\d:.]+)[+]00$`;

export const bigquery: Dialect = {
  title: "BigQuery",
  identifier,
  string,
  hasNul: true,
  text: (column) => column,
  integer: (column) => column,
  double: (column) => `CAST(${column} AS FLOAT64)`,
  boolean: (column) => column,
  timeText,
  looseNumber: (column) => `SAFE_CAST(CAST(${column} AS STRING) AS FLOAT64)`,
  looseBoolean: (column) => `SAFE_CAST(CAST(${column} AS STRING) AS BOOL)`,
  startsWith: (it, start) => `STARTS_WITH(${it}, ${string(start)})`,
  endsWith: (it, end) => `ENDS_WITH(${it}, ${string(end)})`,
  contains: (it, part) => `STRPOS(${it}, ${string(part)}) > 0`,
  hasElement: (column, element) =>
    `${typeof element === "number" ? element : string(String(element))} IN UNNEST(${column})`,
};
