import {
  type Dialect,
  isNumeric,
  number,
  plainTime,
  quoteByDoubling,
  quoteWithBackslashes,
} from "../dialect.ts";
import { asciiCase, likeWith } from "../text-functions.ts";

const identifier = (name: string) => quoteByDoubling(name, '"');
const string = (text: string) => quoteWithBackslashes(text, "'");

export const snowflake: Dialect = {
  title: "Snowflake",
  castTypes: { text: "VARCHAR", integer: "NUMBER", float: "FLOAT", boolean: "BOOLEAN" },
  identifier,
  foldsTo: "upper",
  string,
  timestamp: { literal: (it) => `TO_TIMESTAMP_NTZ('${plainTime(it)}')`, digits: 9 },
  hasNul: true,
  text: (column) => column,
  integer: (column) => column,
  double: (column) => `CAST(${column} AS DOUBLE)`,
  boolean: (column) => column,
  timeText: (column) => `TO_VARCHAR(${column})`,
  looseNumber: (column) => `TRY_TO_DOUBLE(TO_VARCHAR(${column}))`,
  looseInteger: (column) => `TRY_TO_NUMBER(TO_VARCHAR(${column}), 38, 0)`,
  looseBoolean: (column) => `TRY_TO_BOOLEAN(TO_VARCHAR(${column}))`,
  startsWith: (it, start) => `STARTSWITH(${it}, ${string(start)})`,
  endsWith: (it, end) => `ENDSWITH(${it}, ${string(end)})`,
  contains: (it, part) => `CONTAINS(${it}, ${string(part)})`,
  ...asciiCase,
  byteLength: (it) => `OCTET_LENGTH(${it})`,
  position: (it, part) => `POSITION(${string(part)}, ${it})`,
  like: likeWith({ ...asciiCase, string }),
  hasElement: (column, element) =>
    `ARRAY_CONTAINS(TO_VARIANT(${isNumeric(element) ? number(element) : string(String(element))}), ${column})`,
};
