import { familyRanges } from "../addresses.ts";
import {
  type Dialect,
  isNumeric,
  number,
  plainTime,
  quoteWithBackslashes,
  secondDigits,
} from "../dialect.ts";
import { likeWithBackslash } from "../text-functions.ts";

const string = (text: string) => quoteWithBackslashes(text, "'");
const identifier = (name: string) => quoteWithBackslashes(name, "`");

/** A DateTime64 column as RFC 3339, with 0, 3, 6 or 9 fraction digits as jobs write them; other columns unchanged. */
const timeText = (column: string) =>
  `replaceRegexpOne(toString(${column}), ${string(dateTime)}, ${string("\\1T\\2\\3\\4\\5Z")})`;

const dateTime = String.raw`^(\d{4}-\d\d-\d\d) ([\d:]+)(?:\.0+|(\.\d{3})0*|(\.\d{6})0*|(\.\d{9}))?$`;

/** ClickHouse converts only ASCII letters. */
const letterCase: Pick<Dialect, "lower" | "upper"> = {
  lower: (it) => `lower(${it})`,
  upper: (it) => `upper(${it})`,
};

export const clickhouse: Dialect = {
  title: "ClickHouse",
  castTypes: { text: "Nullable(String)", integer: "Nullable(Int64)", float: "Nullable(Float64)" },
  identifier,
  string,
  timestamp: {
    literal: (it) => `toDateTime64('${plainTime(it)}', ${secondDigits(it) || 3}, 'UTC')`,
    digits: 9,
  },
  dayTime: (column) => `toDateTime64(${column}, 0, 'UTC')`,
  hasNul: true,
  // Unlike a function around it, this lets ClickHouse use its indexes.
  unlessNull: (it, test) => `(${test} OR ${it} <> ${it})`,
  text: (column) => column,
  integer: (column) => column,
  double: (column) => `toFloat64(${column})`,
  boolean: (column) => column,
  timeText,
  looseNumber: (column) => `toFloat64OrNull(toString(${column}))`,
  looseInteger: (column) => `toInt64OrNull(toString(${column}))`,
  looseBoolean: (column) => `accurateCastOrNull(toString(${column}), 'Bool')`,
  startsWith: (it, start) => `startsWith(${it}, ${string(start)})`,
  endsWith: (it, end) => `endsWith(${it}, ${string(end)})`,
  contains: (it, part) => `position(${it}, ${string(part)}) > 0`,
  ...letterCase,
  byteLength: (it) => `length(${it})`,
  position: (it, part) => `position(${it}, ${string(part)})`,
  like: likeWithBackslash({ ...letterCase, string }),
  columnText: (column) => `toString(${column})`,
  matches: (it, regex) => `match(${it}, ${string(regex)})`,
  inRanges: (it, ranges) => {
    const of = (family: 4 | 6) =>
      familyRanges(
        ranges,
        family,
        (first, last) =>
          `toIPv${family}OrNull(${it}) BETWEEN toIPv${family}('${first}') AND toIPv${family}('${last}')`,
      );
    return `multiIf(isIPv4String(${it}), ${of(4)}, isIPv6String(${it}), ${of(6)}, NULL)`;
  },
  array: (items) => `[${items.join(", ")}]`,
  hasElement: (column, element) =>
    `has(${column}, ${isNumeric(element) ? number(element) : string(String(element))})`,
};
