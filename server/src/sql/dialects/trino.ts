import { countCodePoints } from "../../text/width.ts";
import { familyRanges } from "../addresses.ts";
import {
  controls,
  type Dialect,
  hex,
  isNumeric,
  number,
  plainTime,
  quoteByDoubling,
} from "../dialect.ts";
import { asciiCase, likeWith } from "../text-functions.ts";

const identifier = (name: string) => quoteByDoubling(name, '"');

function string(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(controls, (it) => `\\${hex(it, 4)}`);
  // Backslash escapes are only supported in Unicode strings.
  return new RegExp(controls.source).test(text)
    ? `U&${quoteByDoubling(escaped, "'")}`
    : quoteByDoubling(text, "'");
}

/** A timestamp column as RFC 3339; other columns unchanged. */
const timeText = (column: string) =>
  `regexp_replace(CAST(${column} AS VARCHAR), ${string(timestamp)}, '$1T$2$3Z')`;

const timestamp = String.raw`^(\d{4}-\d\d-\d\d) ([\d:]+)(?:\.0+|(\.\d+))?(?: UTC)?$`;

export const trino: Dialect = {
  title: "Trino",
  castTypes: { text: "VARCHAR", integer: "BIGINT", float: "DOUBLE", boolean: "BOOLEAN" },
  note: ", Athena",
  identifier,
  string,
  timestamp: { literal: (it) => `TIMESTAMP '${plainTime(it)}'`, digits: 9 },
  dayTime: (column) => `CAST(${column} AS timestamp)`,
  hasNul: true,
  text: (column) => column,
  integer: (column) => column,
  double: (column) => `CAST(${column} AS DOUBLE)`,
  boolean: (column) => column,
  timeText,
  looseNumber: (column) => `TRY_CAST(CAST(${column} AS VARCHAR) AS DOUBLE)`,
  looseInteger: (column) => `TRY_CAST(CAST(${column} AS VARCHAR) AS BIGINT)`,
  looseBoolean: (column) => `TRY_CAST(CAST(${column} AS VARCHAR) AS BOOLEAN)`,
  startsWith: (it, start) => `starts_with(${it}, ${string(start)})`,
  endsWith: (it, end) => `substr(${it}, -${countCodePoints(end)}) = ${string(end)}`,
  contains: (it, part) => `strpos(${it}, ${string(part)}) > 0`,
  ...asciiCase,
  byteLength: (it) => `length(to_utf8(${it}))`,
  position: (it, part) => `strpos(${it}, ${string(part)})`,
  like: likeWith({ ...asciiCase, string }),
  matchesPlain: (it, regex) => `regexp_like(${it}, ${string(regex)})`,
  columnJson: (column, kind) =>
    `json_format(${kind === "array" ? `CAST(${column} AS json)` : column})`,
  inRanges: (it, ranges) => {
    const address = `TRY_CAST(${it} AS IPADDRESS)`;
    const between = (first: string, last: string) =>
      `${address} BETWEEN CAST('${first}' AS IPADDRESS) AND CAST('${last}' AS IPADDRESS)`;
    return `CASE WHEN ${address} IS NULL THEN NULL WHEN strpos(${it}, ':') > 0 THEN ${familyRanges(ranges, 6, between)} ELSE ${familyRanges(ranges, 4, between)} END`;
  },
  hasElement: (column, element) =>
    `contains(${column}, ${isNumeric(element) ? number(element) : string(String(element))})`,
};
