import type { LogValue } from "../../core/log-test.ts";
import { countCodePoints } from "../../text/width.ts";
import { familyRanges } from "../addresses.ts";
import {
  controls,
  type Dialect,
  hex,
  isNumeric,
  numberPattern,
  quoteByDoubling,
} from "../dialect.ts";
import { asciiCase, likeWith } from "../text-functions.ts";

/** In `E'…'`, backslashes do not depend on `standard_conforming_strings`. */
function string(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(controls, (it) => `\\x${hex(it, 2)}`);
  return (escaped === text ? "" : "E") + quoteByDoubling(escaped, "'");
}

/** Compares by bytes, not by the collation of the database. */
const text = (column: string) => `CAST(${column} AS text) COLLATE "C"`;

/** Numeric is exact, and has room for thousands of digits. */
const looseNumber = (column: string) =>
  `CASE WHEN CAST(${column} AS text) ~ '${numberPattern.replace("+)?$", "{1,4})?$")}' THEN CAST(CAST(${column} AS text) AS numeric) END`;

export const postgres: Dialect = {
  title: "PostgreSQL",
  castTypes: { text: "text", integer: "bigint", float: "double precision", boolean: "boolean" },
  note: "; 16 or newer for rules with addresses",
  identifier: (name) => quoteByDoubling(name, '"'),
  string,
  foldsTo: "lower",
  // A string literal gets the type of the column, with or without a zone.
  timestamp: { literal: (it) => `'${it}'`, digits: 6 },
  dayTime: (column) => `CAST(${column} AS timestamp)`,
  hasNul: false,
  text: (column) => column,
  integerLimit: Number.POSITIVE_INFINITY,
  integer: (column) => column,
  double: (column) => `CAST(${column} AS double precision)`,
  boolean: (column) => column,
  timeText: text,
  looseNumber,
  looseInteger: looseNumber,
  looseBoolean: (column) =>
    `CASE CAST(${column} AS text) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END`,
  startsWith: (it, start) => `starts_with(${it}, ${string(start)})`,
  endsWith: (it, end) => `right(${it}, ${countCodePoints(end)}) = ${string(end)}`,
  contains: (it, part) => `strpos(${it}, ${string(part)}) > 0`,
  array: (items) => `ARRAY[${items.join(", ")}]`,
  hasElement,
  ...asciiCase,
  byteLength: (it) => `octet_length(${it})`,
  position: (it, part) => `strpos(${it}, ${string(part)})`,
  like: likeWith({ ...asciiCase, string }),
  byBytes: (it) => `(${it}) COLLATE "C"`,
  matchesPlain: (it, regex) => `${it} ~ ${string(regex)}`,
  columnText: (column, kind) => {
    if (kind === "address") return `host(${column})`;
    return kind === "json" ? `(${column} #>> '{}')` : `CAST(${column} AS text)`;
  },
  columnJson: (column, kind) => `CAST(${kind === "array" ? `to_json(${column})` : column} AS text)`,
  inRanges: (it, ranges) => {
    const address = `CAST(${it} AS inet)`;
    const between = (first: string, last: string) => `${address} BETWEEN '${first}' AND '${last}'`;
    return `CASE WHEN pg_input_is_valid(${it}, 'inet') THEN CASE family(${address}) WHEN 4 THEN ${familyRanges(ranges, 4, between)} ELSE ${familyRanges(ranges, 6, between)} END END`;
  },
};

/** Works for text[], bigint[] and jsonb columns. */
function hasElement(column: string, element: LogValue): string {
  return `to_jsonb(${column}) @> ${string(isNumeric(element) ? String(element) : JSON.stringify(element))}`;
}
