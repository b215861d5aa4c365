import type { Span } from "../text/span.ts";

/**
 * What a log line must satisfy to be kept, as plain data for whatever evaluates or translates it. Only texts that can be read
 * completely, and whose values fit their fields, have one.
 */
export interface LogFilter {
  readonly dataset: string;
  readonly test: LogTest;
  /** In the order of the text, as written. */
  readonly comments: readonly LogComment[];
  /** Whether a part of a string is only known later: where a host document fills in parts, or a push does. */
  readonly isUnknown?: (text: string) => boolean;
}

export interface LogComment {
  readonly text: string;
  /** An offset of what it is about: a comment behind a condition is about that condition, others are about what follows. */
  readonly at: number;
}

export type LogTest = LogCondition | LogGroup;

export interface LogCondition extends Span {
  readonly kind: "condition";
  readonly field: string;
  /** Undefined for an unknown field. */
  readonly type: LogFieldType | undefined;
  readonly operator: LogOperator;
  /** Converted to the type of the field; one, or those of an array. */
  readonly values: readonly LogValue[];
}

/** An empty `and` is true and an empty `or` is false. */
export interface LogGroup extends Span {
  readonly kind: "group";
  readonly logical: "and" | "or";
  readonly parts: readonly LogTest[];
}

/** A bigint for an integer that a number cannot hold exactly. */
export type LogValue = string | number | boolean | bigint;

/** `int or string` is a timestamp, in the format that the job has chosen. */
export type LogFieldType =
  | "string"
  | "int"
  | "float"
  | "bool"
  | "int or string"
  | "array[string]"
  | "array[int]"
  | "array[object]"
  | "object";

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
