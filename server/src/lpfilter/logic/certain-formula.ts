import { type Formula, never, not } from "../../core/solver/formula.ts";
import { isUnseen, type JsonValue } from "../../json/syntax/tree.ts";
import { areSeconds } from "../../text/timestamps.ts";
import type { Condition } from "../syntax/filter.ts";
import { type Value, valuesOf } from "../values/values.ts";
import { numberAtom, opaqueCondition, typedFormula, variableOf } from "./atoms.ts";
import { isExact, numberSet, type PositiveOperator, positiveOf } from "./claim.ts";
import { isComplete } from "./groups.ts";

/** Whether a condition is valid, and has no hole of the host document. */
export function isUnderstood(condition: Condition): boolean {
  const { key, operator, value } = condition;
  const operand = value?.value;
  if (!operand || !isComplete(condition)) return false;
  if (isUnseen(key?.value) || isUnseen(operator?.value) || isUnseen(operand)) return false;
  return operand.kind === "array" ? operand.items.every(isScalar) : isScalar(operand);
}

function isScalar({ kind }: JsonValue): boolean {
  return kind === "string" || kind === "number" || kind === "boolean";
}

/**
 * The possible meanings of a condition. It is not documented whether comparisons are case-sensitive, so a condition with
 * uppercase letters has two readings: as written, and in lowercase.
 */
export function certainReadings(condition: Condition, name: string): readonly Formula[] {
  const { is, negated } = positiveOf(condition.comparison?.name ?? "eq");
  const operand = condition.value?.value;
  const isEmpty = is === "in" && operand?.kind === "array" && operand.items.length === 0;
  const known = isEmpty ? [never] : readingsOf(condition, is, valuesOf(condition));
  // For an unknown field, or a value of another type.
  const positive = known ?? [opaqueCondition(condition, name, is)];
  return negated ? positive.map(not) : positive;
}

/** The readings of one `eq` for each value of a condition's array. Undefined if the values do not fit the field. */
export function eachValue(condition: Condition): readonly (readonly Formula[])[] | undefined {
  const all = valuesOf(condition)?.map((it) => readingsOf(condition, "eq", [it]));
  return all?.every((it) => it !== undefined) ? all : undefined;
}

function readingsOf(
  { field }: Condition,
  operator: PositiveOperator,
  values: readonly Value[] | undefined,
): readonly Formula[] | undefined {
  if (!field || !values) return undefined;
  if (field.type === "int or string") return timeReadings(field.name, operator, values[0]);
  if (!values.every(isExact)) return undefined;
  const lowered = values.map((it) => (typeof it === "string" ? it.toLowerCase() : it));
  const all = lowered.every((it, index) => it === values[index]) ? [values] : [values, lowered];
  const test = { field: field.name, operator, type: field.type };
  return all.flatMap((it) => typedFormula({ ...test, values: it }) ?? []);
}

/** Times of different forms are not compared. */
function timeReadings(name: string, operator: PositiveOperator, value: Value | undefined) {
  const time = value === undefined ? undefined : readTime(value);
  if (!time || (operator !== "lt" && operator !== "leq")) return undefined;
  const variable = variableOf(name, "number", time.form);
  return [numberAtom(variable, numberSet(operator, [time.at], false))];
}

/** The time formats, selected by 'timestamp_format' of the job. */
type TimeForm = "rfc3339" | "unix";

/** Undefined for values whose order depends on how the service compares them. */
function readTime(value: Value): { readonly form: TimeForm; readonly at: number } | undefined {
  if (typeof value === "number") {
    return value >= leastSeconds && areSeconds(value) ? { form: "unix", at: value } : undefined;
  }
  // In UTC with seconds, such strings sort like the times they represent.
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
    return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : { form: "rfc3339", at };
}

/** In 1973. Smaller numbers are not times. */
const leastSeconds = 1e8;
