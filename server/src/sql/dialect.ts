import type { LogValue } from "../core/log-test.ts";
import type { AddressRange } from "../vocabulary/ip.ts";

export const dialectNames = [
  "duckdb",
  "clickhouse",
  "bigquery",
  "trino",
  "snowflake",
  "postgres",
  "sqlite",
] as const;
export type DialectName = (typeof dialectNames)[number];

/** How a database writes what conditions are made of. Every function returns an expression that needs no parentheses. */
export interface Dialect {
  readonly title: string;
  /** Where the lines are, in a database that reads files. Elsewhere in a table with the name of the dataset. */
  readonly files?: string;
  readonly identifier: (name: string) => string;
  readonly string: (text: string) => string;
  /** Whether a string can contain the character U+0000. */
  readonly hasNul: boolean;
  /** Integers from here on are compared as DOUBLE; 2^63 if it is not given. */
  readonly integerLimit?: number;
  /** A column as a value of the type that its field should have; NULL where it is missing, or not of that type. */
  readonly text: (column: string) => string;
  /** `isLong` if it is compared with an integer of more than 64 bits. */
  readonly integer: (column: string, isLong?: boolean) => string;
  readonly double: (column: string) => string;
  readonly boolean: (column: string) => string;
  /** A timestamp as the text that the job wrote, in a column of any type. The operand shows how many digits seconds have. */
  readonly timeText: (column: string, operand: string) => string;
  /** A number of any kind, in a column of any type. */
  readonly looseNumber: (column: string) => string;
  /** An integer with all of its digits; NULL for other numbers. */
  readonly looseInteger: (column: string) => string;
  readonly looseBoolean: (column: string) => string;
  /** Where that can be told from the strings `true` and `false`. */
  readonly isBoolean?: (column: string) => string;
  readonly startsWith: (text: string, start: string) => string;
  readonly endsWith: (text: string, end: string) => string;
  readonly contains: (text: string, part: string) => string;
  /** Whether an array has the element. Arrays that are missing have none. */
  readonly hasElement: (column: string, element: LogValue) => string;
  /** Only ASCII letters change. */
  readonly lower: (text: string) => string;
  readonly upper: (text: string) => string;
  /** The number of bytes in UTF-8. */
  readonly byteLength: (text: string) => string;
  /** The place of the first occurrence of a string, from 1; 0 if there is none. */
  readonly position: (text: string, part: string) => string;
  /** Whether a string has these parts in this order, with anything between them. */
  readonly like: (text: string, parts: readonly string[], isStrict: boolean) => string;
  /** A string for comparisons with `<` and `>`, where its bytes would not decide otherwise. */
  readonly byBytes?: (text: string) => string;
  /** Whether a part of a string matches a regex in the syntax of RE2. */
  readonly matches?: (text: string, regex: string) => string;
  /** Whether an address is in one of the ranges, which are not empty. NULL for what is not an address. */
  readonly inRanges?: (text: string, ranges: readonly AddressRange[]) => string;
  /** For a column of which only the database knows whether it is an array. */
  readonly looseContains?: (column: string, part: string) => string;
}

/** A string between quotes, which are doubled inside it. */
export function doubled(text: string, quote: string): string {
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

/** A string between quotes, in a dialect with backslash escapes. */
export function backslashed(text: string, quote: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll(controls, (it) => named[it] ?? `\\x${hex(it, 2)}`);
  return quote + escaped + quote;
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Joins the parts of a string with calls for its control characters, in a dialect without escapes. */
export function concatenated(text: string, call: (code: number) => string): string {
  const parts = text.split(new RegExp(`(${controls.source})`)).filter((it) => it !== "");
  const written = parts.map((it) => (isControl(it) ? call(it.charCodeAt(0)) : doubled(it, "'")));
  return written.length > 1 ? `(${written.join(" || ")})` : (written[0] ?? "''");
}

/** Characters that would break a line, or that editors and terminals do not show. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape.
export const controls = /[\u0000-\u001f\u007f]/g;

function isControl(text: string): boolean {
  return text.length === 1 && new RegExp(controls.source).test(text);
}

export function hex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, "0");
}

/** Databases count characters by code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** All digits of an integer that is compared as one; otherwise as JavaScript writes it. */
export function number(value: number | bigint, limits?: IntegerLimits): string {
  if (typeof value === "bigint" && !isRounded(value, limits)) return String(value);
  return String(Number(value)).replace("e+", "e");
}

export function coalesce(expression: string, fallback: string): string {
  return `coalesce(${expression}, ${fallback})`;
}

/** As in the evaluator: JSON numbers, also with leading zeros. */
export const numberPattern = "^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$";

/** `2024-05-01T10:00:00.120Z` has three digits. */
export function secondDigits(time: string): number {
  return /\.(\d+)Z$/.exec(time)?.[1]?.length ?? 0;
}

export function isNumeric(value: LogValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

type IntegerLimits = Pick<Dialect, "integerLimit">;

/** The integer is compared as a DOUBLE. */
export function isRounded(value: number | bigint, limits: IntegerLimits = {}): boolean {
  const { integerLimit = 2 ** 63 } = limits;
  return value >= integerLimit || value < -integerLimit;
}

/** More than 64 bits. */
export function isLong(value: number | bigint): boolean {
  return isRounded(value);
}
