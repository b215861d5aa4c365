import { numberRanges } from "../addresses.ts";
import {
  concatenateControls,
  type Dialect,
  isNumeric,
  isRounded,
  number,
  quoteByDoubling,
} from "../dialect.ts";
import { likeWith } from "../text-functions.ts";

const string = (text: string) => concatenateControls(text, (code) => `char(${code})`);

/** Independent of the type and collation of the column. */
const text = (column: string) => `CAST(${column} AS TEXT) COLLATE BINARY`;

/** SQLite has no regexes, so GLOB tests whether a string starts like a number. */
const startsAsNumber = (column: string) => `(${column} GLOB '[0-9]*' OR ${column} GLOB '-[0-9]*')`;

/** A digit is prepended, because JSON does not allow leading zeros. Whitespace, which JSON allows, is excluded. */
const looseNumber = (column: string) =>
  `CASE WHEN typeof(${column}) IN ('integer', 'real') OR (${startsAsNumber(column)} AND NOT ${column} GLOB '*[^-+.0-9eE]*' AND json_valid('1' || ltrim(${column}, '-'))) THEN CAST(${column} AS REAL) END`;

/** A column can have values of several types, and JSON arrays are strings. */
export const sqlite: Dialect = {
  title: "SQLite",
  castTypes: { text: "TEXT", integer: "INTEGER", float: "REAL" },
  // SQLite treats an unknown name in double quotes as a string.
  identifier: (name) => quoteByDoubling(name, "`"),
  string,
  hasAnyType: true,
  hasNul: true,
  text,
  integer: (column) => `CAST(${column} AS INTEGER)`,
  double: (column) => `CAST(${column} AS REAL)`,
  boolean: (column) => `(${column} IN (1, 'true'))`,
  timeText: text,
  looseNumber,
  looseInteger: (column) =>
    `CASE WHEN typeof(${column}) = 'integer' OR (${startsAsNumber(column)} AND NOT substr(${column}, 2) GLOB '*[^0-9]*') THEN CAST(${column} AS INTEGER) END`,
  looseBoolean: (column) => `CASE WHEN typeof(${column}) = 'integer' THEN ${column} END`,
  startsWith: (it, start) => `instr(${it}, ${string(start)}) = 1`,
  // `substr` of a string stops at U+0000, and `substr` of an empty BLOB is NULL.
  endsWith: (it, end) =>
    `CASE WHEN ${it} = '' THEN FALSE ELSE substr(CAST(${it} AS BLOB), -${new TextEncoder().encode(end).length}) = CAST(${string(end)} AS BLOB) END`,
  contains: (it, part) => `instr(${it}, ${string(part)}) > 0`,
  lower: (it) => `lower(${it})`,
  upper: (it) => `upper(${it})`,
  byteLength: (it) => `length(CAST(${it} AS BLOB))`,
  position: (it, part) => `instr(${it}, ${string(part)})`,
  like: (it, parts, isStrict) =>
    isStrict
      ? `${it} GLOB ${string(parts.map((part) => part.replaceAll(/[[*?]/g, "[$&]")).join("*"))}`
      : likeWith({ lower: (text) => text, string })(it, parts, false),
  inRanges: (it, ranges) => {
    const octet = (n: number) => `json_extract('[' || replace(${it}, '.', ',') || ']', '$[${n}]')`;
    const number = `(${octet(0)} * 16777216 + ${octet(1)} * 65536 + ${octet(2)} * 256 + ${octet(3)})`;
    return `CASE WHEN ${it} GLOB '[0-9]*.[0-9]*.[0-9]*.[0-9]*' AND json_valid('[' || replace(${it}, '.', ',') || ']') THEN ${numberRanges(ranges, number, "SQLite")} WHEN instr(${it}, ':') > 0 THEN FALSE END`;
  },
  hasElement: (column, element) => {
    const isSame = isNumeric(element)
      ? `CAST(value AS ${isRounded(element) ? "REAL" : "INTEGER"}) = ${number(element)}`
      : `CAST(value AS TEXT) = ${string(String(element))}`;
    return `EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(${column}) THEN ${column} END) WHERE ${isSame})`;
  },
};
