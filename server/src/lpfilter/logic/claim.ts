import type { LogOperator } from "../../core/log-test.ts";
import {
  type Claim,
  oneOf,
  opposite,
  type TextSetClaim,
  type ValueSet,
} from "../../core/logic/claim.ts";
import {
  allNumbers,
  below,
  exactly,
  integersIn,
  type Num,
  type NumberSet,
  upTo,
} from "../../core/solver/number-set.ts";
import { isUnseen, type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import type { LogFieldType } from "../catalogue/dataset.ts";
import type { Condition } from "../syntax/filter.ts";
import { readTime } from "../values/times.ts";
import { type Value, valuesOf } from "../values/values.ts";

/** Every other operator is the negation of one of these. */
export type PositiveOperator = "eq" | "in" | "lt" | "leq" | "startsWith" | "endsWith" | "contains";

export const positives: Readonly<Record<LogOperator, { is: PositiveOperator; negated: boolean }>> =
  {
    eq: { is: "eq", negated: false },
    "!eq": { is: "eq", negated: true },
    in: { is: "in", negated: false },
    "!in": { is: "in", negated: true },
    lt: { is: "lt", negated: false },
    geq: { is: "lt", negated: true },
    leq: { is: "leq", negated: false },
    gt: { is: "leq", negated: true },
    startsWith: { is: "startsWith", negated: false },
    "!startsWith": { is: "startsWith", negated: true },
    endsWith: { is: "endsWith", negated: false },
    "!endsWith": { is: "endsWith", negated: true },
    contains: { is: "contains", negated: false },
    "!contains": { is: "contains", negated: true },
  };

/** Undefined for an invalid condition, and for a condition with a hole of the host document. */
export function claimOf(condition: Condition): Claim | undefined {
  const { comparison, key, operator, value } = condition;
  if (!comparison || isUnseen(key?.value) || isUnseen(operator?.value) || isUnseen(value?.value))
    return undefined;
  const { is, negated } = positives[comparison.name];
  const set = setOf(condition, is) ?? vagueSet(condition, is);
  if (!set) return undefined;
  return negated ? opposite({ set }) : { set };
}

/** One `eq` claim for each value of a condition's array. Undefined if the values do not fit the field. */
export function eachValue(condition: Condition): readonly Claim[] | undefined {
  const { field } = condition;
  const values = valuesOf(condition);
  if (!field || field.type === "int or string" || !values?.every(isExact)) return undefined;
  return values.map((it) => ({ set: valueSet("eq", [it], field.type) }));
}

function setOf(condition: Condition, operator: PositiveOperator): ValueSet | undefined {
  const { field } = condition;
  const values = valuesOf(condition);
  if (field?.type === "int or string") return timeSet(operator, values?.[0]);
  return field && values?.every(isExact) ? valueSet(operator, values, field.type) : undefined;
}

function timeSet(operator: PositiveOperator, value: Value | undefined): ValueSet | undefined {
  const time = value === undefined ? undefined : readTime(value);
  if (!time || (operator !== "lt" && operator !== "leq")) return undefined;
  const numbers = numberSet(operator, [time.at], false);
  return { kind: "numbers", numbers, domain: allNumbers, unit: time.form };
}

function valueSet(
  operator: PositiveOperator,
  values: readonly Value[],
  type: LogFieldType,
): ValueSet {
  if (type.startsWith("array"))
    return { kind: "same", words: JSON.stringify(values[0]), inside: true };
  if (type === "string")
    return { kind: "text", text: texts(operator, values.map(String)), inside: true };
  const isBool = type === "bool";
  const numbers = numberSet(operator, values.map(Number), isBool || type === "int");
  return { kind: "numbers", numbers, domain: isBool ? truths : allNumbers };
}

const truths = integersIn([{ first: 0, last: 1 }]);

function texts(operator: PositiveOperator, values: readonly string[]): TextSetClaim {
  const kind = parts[operator];
  return kind ? { kind, part: values[0] ?? "" } : oneOf(values);
}

const parts: { readonly [operator in PositiveOperator]?: "starts" | "ends" | "has" } = {
  startsWith: "starts",
  endsWith: "ends",
  contains: "has",
};

export function numberSet(
  operator: PositiveOperator,
  values: readonly Num[],
  whole: boolean,
): NumberSet {
  const [bound = 0] = values;
  if (operator === "lt") return below(bound);
  if (operator === "leq") return whole ? below(next(bound)) : upTo(bound);
  return whole ? integersIn(values.map((it) => ({ first: it, last: it }))) : exactly(values);
}

function next(number: Num): Num {
  return typeof number === "bigint" ? number + 1n : number + 1;
}

/** Larger numbers lose digits when they are parsed, so different ones could compare as equal. */
export function isExact(value: Value): boolean {
  return typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** A condition on an unknown field, or with a value of another type, can only be compared for equality. */
function vagueSet(condition: Condition, operator: PositiveOperator): ValueSet | undefined {
  const value = condition.value?.value;
  const words = value && canonicalText(value);
  return words === undefined
    ? undefined
    : { kind: "same", words: `${operator} ${words}`, inside: true };
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
