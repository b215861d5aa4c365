import type { LogValue } from "../core/log-test.ts";
import type { AddressRange } from "../vocabulary/ip.ts";

/** The SQL syntax of a database. Every function returns an expression that needs no parentheses. */
export interface Dialect {
  readonly title: string;
  /** The documentation's addition to the title, such as the version that is needed. */
  readonly note?: string;
  /** The default FROM clause for databases that read files. Others use a table with the name of the dataset. */
  readonly files?: string;
  readonly identifier: (name: string) => string;
  readonly string: (text: string) => string;
  /** The letter case of names without quotes, if the database changes it. */
  readonly foldsTo?: "lower" | "upper";
  /** Whether statements have neither comments nor a semicolon, because they are not documented. */
  readonly isPlain?: true;
  /** For SQL that runs on each line before it is sent: it selects the fields of the job from its dataset, and cannot count. */
  readonly perLine?: { readonly mostCharacters: number; readonly safeBytes: number };
  /** The most comparisons of a statement. */
  readonly mostPredicates?: number;
  /** Whether a column may have values of any type, because its type is inferred from the lines, or not enforced. */
  readonly hasAnyType?: true;
  /** A literal of the type for timestamps, from RFC 3339 in UTC, and the number of fraction digits of that type. */
  readonly timestamp?: { readonly literal: (time: string) => string; readonly digits: 6 | 9 };
  /** The time at which a day begins, from a column of the type for days. */
  readonly dayTime?: (column: string) => string;
  /** Whether timestamps have that type, also if a filter has them in another form. */
  readonly storesTimestamps?: true;
  /** Whether a string can contain the character U+0000. */
  readonly hasNul: boolean;
  /** Integers from this limit on are compared as DOUBLE. Default: 2^63. */
  readonly integerLimit?: number;
  /** Converts a column to the type of its field; NULL if the value is missing or has another type. */
  readonly text: (column: string) => string;
  /** `isLong`: whether it is compared with an integer of more than 64 bits. */
  readonly integer: (column: string, isLong?: boolean) => string;
  readonly double: (column: string) => string;
  readonly boolean: (column: string) => string;
  /** The string that the job wrote for a timestamp, from a column of any type. The operand determines the fraction digits. */
  readonly timeText: (column: string, operand: string) => string;
  /** A number from a column of any type. */
  readonly looseNumber: (column: string) => string;
  /** An integer with all of its digits; NULL for other numbers. */
  readonly looseInteger: (column: string) => string;
  readonly looseBoolean: (column: string) => string;
  /** Only for databases that distinguish Booleans from the strings `true` and `false`. */
  readonly isBoolean?: (column: string) => string;
  readonly startsWith: (text: string, start: string) => string;
  readonly endsWith: (text: string, end: string) => string;
  readonly contains: (text: string, part: string) => string;
  /** An array of literals. */
  readonly array?: (items: readonly string[]) => string;
  /** The types of columns that a client does not tell. */
  readonly castTypes?: Readonly<Record<string, string>>;
  /** Whether an array has the element. A missing array has no elements. */
  readonly hasElement: (column: string, element: LogValue) => string;
  /** Converts only ASCII letters. */
  readonly lower: (text: string) => string;
  readonly upper: (text: string) => string;
  /** The number of bytes in UTF-8. */
  readonly byteLength: (text: string) => string;
  /** The 1-based position of the first occurrence of a string; 0 if there is none. */
  readonly position: (text: string, part: string) => string;
  /** Whether a string consists of these parts in this order, with anything between them. */
  readonly like: (text: string, parts: readonly string[], isStrict: boolean) => string;
  /** Makes a test of a value NULL if the value is, for databases where NULL IN (…) is false. */
  readonly unlessNull?: (value: string, test: string) => string;
  /** A test that also holds for lines without the column. Default: the empty value replaces a missing one. */
  readonly orMissing?: (column: string, test: string) => string;
  /** The first of several values that is not NULL. Default: `coalesce`. */
  readonly firstOf?: (values: readonly string[]) => string;
  /** Makes `<` and `>` compare strings by bytes, for databases that do not by default. */
  readonly byBytes?: (text: string) => string;
  /** Whether a part of a string matches a regex in RE2 syntax. */
  readonly matches?: (text: string, regex: string) => string;
  /** For databases with another syntax: the same, for a regex that means the same in both. */
  readonly matchesPlain?: (text: string, regex: string) => string;
  /** A column of a table, of the given kind, as text: an address without its length. Default: a cast. */
  readonly columnText?: (column: string, kind: string) => string;
  /** A column with an array or JSON as JSON text. Default: the column itself. */
  readonly columnJson?: (column: string, kind: "array" | "json") => string;
  /** Whether an address is in one of the ranges, of which there is at least one. NULL for an invalid address. */
  readonly inRanges?: (text: string, ranges: readonly AddressRange[]) => string;
  /** For a column that may be an array or a string. */
  readonly looseContains?: (column: string, part: string) => string;
}

/** A quoted string with doubled quotes inside. */
export function quoteByDoubling(text: string, quote: string): string {
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

/** A quoted string in a dialect with backslash escapes. */
export function quoteWithBackslashes(text: string, quote: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll(controls, (it) => named[it] ?? `\\x${hex(it, 2)}`);
  return quote + escaped + quote;
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Joins the parts of a string with calls for its control characters, in a dialect without escapes. */
export function concatenateControls(text: string, call: (code: number) => string): string {
  const parts = text.split(new RegExp(`(${controls.source})`)).filter((it) => it !== "");
  const written = parts.map((it) =>
    isControl(it) ? call(it.charCodeAt(0)) : quoteByDoubling(it, "'"),
  );
  return written.length > 1 ? `(${written.join(" || ")})` : (written[0] ?? "''");
}

/** Characters that would break a line, or that editors and terminals do not display. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape.
export const controls = /[\u0000-\u001f\u007f]/g;

function isControl(text: string): boolean {
  return text.length === 1 && new RegExp(controls.source).test(text);
}

export function hex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, "0");
}

/** Keeps all digits of an integer, unless it is compared as a DOUBLE. */
export function number(value: number | bigint, limits?: IntegerLimits): string {
  if (typeof value === "bigint" && !isRounded(value, limits)) return String(value);
  return String(Number(value)).replace("e+", "e");
}

export function coalesce(expression: string, fallback: string): string {
  return `coalesce(${expression}, ${fallback})`;
}

/** The same syntax as in the evaluator: JSON numbers, optionally with leading zeros. */
export const numberPattern = "^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$";

/** `2024-05-01T10:00:00Z` as `2024-05-01 10:00:00`. */
export function plainTime(time: string): string {
  return time.replace("T", " ").replace("Z", "");
}

/** The number of fraction digits: `2024-05-01T10:00:00.120Z` has three. */
export function secondDigits(time: string): number {
  return /\.(\d+)Z$/.exec(time)?.[1]?.length ?? 0;
}

export function isNumeric(value: LogValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

type IntegerLimits = Pick<Dialect, "integerLimit">;

/** Whether the integer is compared as a DOUBLE. */
export function isRounded(value: number | bigint, limits: IntegerLimits = {}): boolean {
  const { integerLimit = 2 ** 63 } = limits;
  return value >= integerLimit || value < -integerLimit;
}

/** Whether the integer needs more than 64 bits. */
export function isLong(value: number | bigint): boolean {
  return isRounded(value);
}

/** The comparisons of a statement without comments, as a store with a limit counts them. */
export function predicatesIn(statement: string): number {
  const plain = statement.replaceAll(quoted, "''");
  return [...plain.matchAll(comparison)].length;
}

const quoted = /'[^']*'|"[^"]*"/g;
const comparison =
  /<>|<=|>=|[=<>~]|\b(?:I?LIKE|IN|BETWEEN|IS|regexp_like|ARRAY_CONTAINS|starts_with|ends_with)\b/gi;
