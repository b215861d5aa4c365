import { concatenated, type Dialect, doubled, isRounded, lengthOf, number } from "../dialect.ts";

const string = (text: string) => concatenated(text, (code) => `char(${code})`);

/** Whatever the column says about types and letter case. */
const text = (column: string) => `CAST(${column} AS TEXT) COLLATE BINARY`;

const looseNumber = (column: string) =>
  `CASE WHEN typeof(${column}) IN ('integer', 'real') OR (${column} GLOB '[-0-9]*' AND json_valid(${column})) THEN CAST(${column} AS REAL) END`;

/** A column can hold values of several types, and JSON arrays are strings. */
export const sqlite: Dialect = {
  title: "SQLite",
  // SQLite reads an unknown name between double quotes as a string.
  identifier: (name) => doubled(name, "`"),
  string,
  hasNul: true,
  text,
  integer: (column) => `CAST(${column} AS INTEGER)`,
  double: (column) => `CAST(${column} AS REAL)`,
  boolean: (column) => `(${column} IN (1, 'true'))`,
  timeText: text,
  looseNumber,
  looseBoolean: (column) => `CASE WHEN typeof(${column}) = 'integer' THEN ${column} END`,
  startsWith: (it, start) => `substr(${it}, 1, ${lengthOf(start)}) = ${string(start)}`,
  endsWith: (it, end) => `substr(${it}, -${lengthOf(end)}) = ${string(end)}`,
  contains: (it, part) => `instr(${it}, ${string(part)}) > 0`,
  hasElement: (column, element) => {
    const isSame =
      typeof element === "number"
        ? `CAST(value AS ${isRounded(element) ? "REAL" : "INTEGER"}) = ${number(element)}`
        : `CAST(value AS TEXT) = ${string(String(element))}`;
    return `EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(${column}) THEN ${column} END) WHERE ${isSame})`;
  },
};
