import { isUnseen, type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import type { OperatorName } from "../catalogue/operators.ts";
import type { Condition } from "../syntax/filter.ts";
import { readTime, type TimeForm } from "../values/times.ts";
import { type Value, valuesOf } from "../values/values.ts";

/** The claim of a condition: the value of the field is in a set, or is not. */
export interface Claim {
  readonly set: ValueSet;
  /** False for negated operators. */
  readonly inside: boolean;
}

/**
 * Sets of values. Every operator claims one of these or its opposite.
 * A list field is a set itself, so "element" is about the lists that have an element, and says nothing of the others.
 * "same" is a set of which only this is known: equal words mean equal sets.
 */
export type ValueSet =
  | { readonly kind: "oneOf"; readonly values: readonly Value[]; readonly lookup: Lookup }
  | UpTo
  | { readonly kind: "starts" | "ends" | "has"; readonly text: string }
  | { readonly kind: "element"; readonly value: Value }
  | { readonly kind: "same"; readonly words: string };

interface UpTo {
  readonly kind: "upTo";
  readonly bound: number;
  /** Whether the bound is in the set too. */
  readonly itself: boolean;
  /** Whether the values are integers. */
  readonly whole: boolean;
  /** How times are written: those of one form are in order, and nothing is known of others. */
  readonly form?: TimeForm;
}

type Lookup = { has(value: Value): boolean };

/** Undefined for an invalid condition, and for one that a host document fills in. */
export function claimOf(condition: Condition): Claim | undefined {
  const { comparison, field, key, value } = condition;
  if (!comparison || isUnseen(key?.value) || isUnseen(value?.value)) return undefined;
  const operand = valuesOf(condition);
  if (field?.type === "int or string") {
    return timeClaim(comparison.name, operand?.[0]) ?? vagueClaim(condition, comparison.name);
  }
  if (!operand || !field || !operand.every(isExact)) {
    return vagueClaim(condition, comparison.name);
  }
  const [first = ""] = operand;
  if (field.type.startsWith("array")) {
    return { set: { kind: "element", value: first }, inside: comparison.name === "contains" };
  }
  return claims[comparison.name](operand, field.type === "int");
}

function timeClaim(operator: OperatorName, value: Value | undefined): Claim | undefined {
  const time = value === undefined ? undefined : readTime(value);
  if (!time) return undefined;
  const { set, inside } = claims[operator]([time.at], false);
  return set.kind === "upTo" ? { set: { ...set, form: time.form }, inside } : undefined;
}

/** Larger numbers lose digits when they are read, and two of them could look equal. */
export function isExact(value: Value): boolean {
  return typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

type Claiming = (operand: readonly Value[], whole: boolean) => Claim;

const claims: Record<OperatorName, Claiming> = {
  eq: (operand) => ({ set: oneOf(operand), inside: true }),
  "!eq": (operand) => ({ set: oneOf(operand), inside: false }),
  in: (operand) => ({ set: oneOf(operand), inside: true }),
  "!in": (operand) => ({ set: oneOf(operand), inside: false }),
  lt: (operand, whole) => ({ set: below(operand, whole), inside: true }),
  geq: (operand, whole) => ({ set: below(operand, whole), inside: false }),
  leq: (operand, whole) => ({ set: upTo(operand, whole), inside: true }),
  gt: (operand, whole) => ({ set: upTo(operand, whole), inside: false }),
  startsWith: (operand) => ({ set: text("starts", operand), inside: true }),
  "!startsWith": (operand) => ({ set: text("starts", operand), inside: false }),
  endsWith: (operand) => ({ set: text("ends", operand), inside: true }),
  "!endsWith": (operand) => ({ set: text("ends", operand), inside: false }),
  contains: (operand) => ({ set: text("has", operand), inside: true }),
  "!contains": (operand) => ({ set: text("has", operand), inside: false }),
};

/** From this size on a set is faster. */
const longList = 8;

function oneOf(values: readonly Value[]): ValueSet {
  const lookup =
    values.length > longList
      ? new Set(values)
      : { has: (value: Value): boolean => values.includes(value) };
  return { kind: "oneOf", values, lookup };
}

/** The claims that the value is a single one of these. */
export function eachValue({ values }: Extract<ValueSet, { kind: "oneOf" }>): readonly Claim[] {
  return values.map((it) => ({ set: oneOf([it]), inside: true }));
}

function upTo(operand: readonly Value[], whole: boolean): ValueSet {
  return { kind: "upTo", bound: Number(operand[0]), itself: true, whole };
}

/** For integers, below 5 is up to 4, so that adjacent claims are recognized. */
function below(operand: readonly Value[], whole: boolean): ValueSet {
  const bound = Number(operand[0]);
  return { kind: "upTo", bound: whole ? bound - 1 : bound, itself: whole, whole };
}

function text(kind: "starts" | "ends" | "has", operand: readonly Value[]): ValueSet {
  return { kind, text: String(operand[0]) };
}

const folded = new WeakMap<ValueSet, ValueSet>();

/** The set in lowercase. Cached, because a claim is compared with many others. */
export function inLowercase(set: ValueSet): ValueSet {
  let made = folded.get(set);
  if (!made) {
    made = fold(set);
    folded.set(set, made);
  }
  return made;
}

function fold(set: ValueSet): ValueSet {
  if (set.kind === "oneOf") {
    return oneOf(set.values.map((it) => (typeof it === "string" ? it.toLowerCase() : it)));
  }
  return "text" in set ? { kind: set.kind, text: set.text.toLowerCase() } : set;
}

/** The operator that each one is the opposite of. */
const positive: Partial<Record<OperatorName, OperatorName>> = {
  "!eq": "eq",
  "!in": "in",
  geq: "lt",
  gt: "leq",
  "!startsWith": "startsWith",
  "!endsWith": "endsWith",
  "!contains": "contains",
};

/** Of a field whose type is not known, or a value that does not fit it, only repetition can be told. */
function vagueClaim(condition: Condition, operator: OperatorName): Claim | undefined {
  const value = condition.value?.value;
  const words = value && spell(value);
  if (words === undefined) return undefined;
  const base = positive[operator];
  return {
    set: { kind: "same", words: `${base ?? operator} ${words}` },
    inside: base === undefined,
  };
}

/** A value in words that are equal for equal values only. */
export function spell(value: JsonValue): string | undefined {
  if (value.kind === "array") {
    const items = value.items.map(spell);
    return items.includes(undefined) ? undefined : `[${items.join(",")}]`;
  }
  // Two large numbers may differ in digits that their values have lost.
  if (value.kind === "number" && !isExact(value.value)) return writtenText(value);
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean"
    ? JSON.stringify(value.value)
    : undefined;
}
