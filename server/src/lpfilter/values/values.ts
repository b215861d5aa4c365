import type { JsonValue } from "../../json/syntax/tree.ts";
import type { Condition } from "../syntax/filter.ts";
import { compatibility, isNumber, type Scalar as Sort, scalarOf } from "./operand.ts";

/** Values converted to the type of their field, so that `"500"` and `500` are equal. */

export type Value = string | number | boolean;

/** For fields outside the catalog, and for times, whose format depends on the job. */
export const looseSort: Sort = "timestamp";

/**
 * The value of a condition, or the values of its array.
 * Undefined for a condition that the service refuses, because a part is missing or does not fit the field.
 */
export function valuesOf(condition: Condition): readonly Value[] | undefined {
  const { comparison, field } = condition;
  const operand = condition.value?.value;
  if (!comparison || !operand || condition.key?.value?.kind !== "string") return undefined;
  if (!condition.fits) return undefined;
  const sort = field ? scalarOf[field.type] : looseSort;
  if (!sort) return undefined;
  if (comparison.operand === "one") {
    const one = readOperand(operand, sort);
    return one === undefined ? undefined : [one];
  }
  if (operand.kind !== "array") return undefined;
  const many: Value[] = [];
  for (const item of operand.items) {
    const one = readOperand(item, sort);
    if (one === undefined) return undefined;
    many.push(one);
  }
  return many;
}

function readOperand(value: JsonValue, sort: Sort): Value | undefined {
  const scalar = value.kind === "string" || value.kind === "number" || value.kind === "boolean";
  // An unknown field may have any type, so any value may fit it.
  if (!scalar || (sort !== looseSort && compatibility(value, sort) === "no")) return undefined;
  return readValue(value.value, sort);
}

/** Undefined if the value has another type. */
export function readValue(value: unknown, sort: Sort): Value | undefined {
  switch (sort) {
    case "string":
      return isValue(value) ? String(value) : undefined;
    case "integer": {
      const number = readNumber(value);
      return Number.isInteger(number) ? number : undefined;
    }
    case "number":
      return readNumber(value);
    case "boolean":
      if (value === true || value === "true") return true;
      return value === false || value === "false" ? false : undefined;
    case "timestamp":
      return readNumber(value) ?? (isValue(value) ? value : undefined);
  }
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && isNumber(value) ? Number(value) : undefined;
}

function isValue(value: unknown): value is Value {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
