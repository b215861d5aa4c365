import type { LogOperator, LogValue } from "../../core/log-test.ts";
import {
  below,
  exactly,
  integers,
  type NumberSet,
  plus,
  upTo,
} from "../../core/solver/number-set.ts";
import { type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { type operators, oppositeOperator } from "../catalog/operators.ts";

/** Every other operator is the negation of one of these. */
const positives = ["eq", "in", "lt", "leq", "startsWith", "endsWith", "contains"] as const;

export type PositiveOperator = (typeof positives)[number];

type Negative = Exclude<LogOperator, PositiveOperator>;
type Opposite = Extract<(typeof operators)[number], { readonly name: Negative }>["opposite"];

export function positiveOf(operator: LogOperator): { is: PositiveOperator; negated: boolean } {
  const is = positives.find((it) => it === operator);
  if (is) return { is, negated: false };
  return { is: oppositeOperator(operator) as Opposite, negated: true };
}

/** The numbers for which a comparison is true. */
export function numberSet(
  operator: PositiveOperator,
  values: readonly LogValue[],
  whole: boolean,
): NumberSet {
  const numbers = values.map((it) => (typeof it === "bigint" ? it : Number(it)));
  const [bound = 0] = numbers;
  switch (operator) {
    case "lt":
      return below(bound);
    case "leq":
      return whole ? below(plus(bound, 1)) : upTo(bound);
    case "eq":
    case "in":
    case "startsWith":
    case "endsWith":
    case "contains":
      return whole ? integers(numbers) : exactly(numbers);
  }
}

/** Larger numbers lose digits when they are parsed, so different ones could compare as equal. */
export function isExact(value: LogValue): boolean {
  return typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** A canonical string: equal for equal values only. */
export function canonicalText(value: JsonValue): string | undefined {
  if (value.kind === "array") {
    const items = value.items.map(canonicalText);
    return items.includes(undefined) ? undefined : `[${items.join(",")}]`;
  }
  // Large numbers may differ only in digits that were lost when they were parsed.
  if (value.kind === "number" && !isExact(value.value)) return writtenText(value);
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean"
    ? JSON.stringify(value.value)
    : undefined;
}
