import type { Span } from "../text/span.ts";

/**
 * The conditions for keeping a log line, as plain data for evaluators and translators. Only texts that parse completely,
 * and whose values fit their fields, have one.
 */
export interface LogFilter {
  readonly dataset: string;
  readonly test: LogTest;
  /** In the order of the text, as written. */
  readonly comments: readonly LogComment[];
  /** The fields that a job sends, if it selects some. */
  readonly fields?: readonly string[];
  /** Whether a part of a string is filled in later, by a host document or on push. */
  readonly isUnknown?: (text: string) => boolean;
  /** The place of an offset in the whole document, if the filter is an escaped part of it. */
  readonly placeOf?: (offset: number) => number;
  /** Why the test is not all that decides, such as SQL that only the service has. The same words mean the same decisions. */
  readonly undecided?: Span & { readonly reason: string; readonly words: string };
}

export interface LogComment {
  readonly text: string;
  /** The offset of what it describes: the condition before it on the same line, otherwise whatever follows. */
  readonly at: number;
}

export type LogTest = LogCondition | LogGroup;

export interface LogCondition extends Span {
  readonly kind: "condition";
  readonly field: string;
  /** Undefined for an unknown field. */
  readonly type: LogFieldType | undefined;
  readonly operator: LogOperator;
  /** One value, or the values of an array, converted to the type of the field. */
  readonly values: readonly LogValue[];
  /** Set only in the readable parts of a filter with errors: the text of a part that cannot be read. */
  readonly unreadable?: string;
}

/** An empty `and` is true and an empty `or` is false. */
export interface LogGroup extends Span {
  readonly kind: "group";
  readonly logical: "and" | "or";
  readonly parts: readonly LogTest[];
}

/** A bigint for an integer that a number cannot represent exactly. */
export type LogValue = string | number | boolean | bigint;

/** The types of log fields in Cloudflare's documentation. `int or string` is a timestamp, in the format that the job has chosen. */
export const logFieldTypes = [
  "string",
  "int",
  "float",
  "bool",
  "int or string",
  "array[string]",
  "array[int]",
  "array[object]",
  "object",
] as const;
export type LogFieldType = (typeof logFieldTypes)[number];

export type LogOperator =
  | "eq"
  | "!eq"
  | "lt"
  | "leq"
  | "gt"
  | "geq"
  | "startsWith"
  | "!startsWith"
  | "endsWith"
  | "!endsWith"
  | "contains"
  | "!contains"
  | "in"
  | "!in";
