import { maxDiagnostics } from "../../core/diagnostic.ts";
import type { LogFieldType } from "../../core/log-test.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import type { VocabularyName } from "../../vocabulary/vocabularies.ts";
import type { Field } from "../catalog/dataset.ts";
import type { Condition } from "../syntax/filter.ts";

/** The type of a field's value, or of an element of an array field. */
export type Scalar = "string" | "integer" | "number" | "boolean" | "timestamp";

/** Undefined for fields that cannot be filtered on. */
export const scalarOf: Readonly<Record<LogFieldType, Scalar | undefined>> = {
  string: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  "int or string": "timestamp",
  "array[string]": "string",
  "array[int]": "integer",
  "array[object]": undefined,
  object: undefined,
};

/**
 * Whether a value can be compared with a field. Numbers and Booleans may be quoted.
 * `doubt` where the behavior of the service is not documented.
 */
export function compatibility(value: JsonValue, scalar: Scalar): "yes" | "doubt" | "no" {
  switch (value.kind) {
    case "string":
      return textCompatibility(value.value, scalar);
    case "number":
      if (scalar === "number" || scalar === "timestamp") return "yes";
      if (scalar !== "integer") return "no";
      // An integer with a decimal point or an exponent may be rejected.
      if (value.written !== undefined && !isDigits(value.written)) return "doubt";
      return value.value >= 0 && Number.isInteger(value.value) ? "yes" : "doubt";
    case "boolean":
      return scalar === "boolean" ? "yes" : "no";
    default:
      return "no";
  }
}

function textCompatibility(text: string, scalar: Scalar): "yes" | "doubt" | "no" {
  switch (scalar) {
    case "string":
    case "timestamp":
      return "yes";
    case "boolean":
      return text === "true" || text === "false" ? "yes" : "no";
    case "number":
      return isNumber(text) ? "yes" : "no";
    case "integer":
      if (isDigits(text)) return "yes";
      return isNumber(text) ? "doubt" : "no";
  }
}

/** Visits the value of a condition, or the items of its array until `maxDiagnostics` problems are found. */
export function eachOperand(
  { comparison, value }: Condition,
  look: (operand: JsonValue) => boolean,
): void {
  const operand = value?.value;
  if (operand?.kind === "array") {
    let found = 0;
    for (const item of operand.items) if (look(item) && ++found === maxDiagnostics) return;
  } else if (operand && comparison?.operand !== "list") {
    // A single value in place of an array is reported as a whole.
    look(operand);
  }
}

export function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

/** The Boolean that `yes`, `1` and similar values represent. */
export function suggestedBoolean(value: JsonValue): boolean | undefined {
  if (value.kind !== "string" && value.kind !== "number") return undefined;
  const word = String(value.value).trim().toLowerCase();
  if (["true", "yes", "on", "1", "t", "y"].includes(word)) return true;
  return ["false", "no", "off", "0", "f", "n"].includes(word) ? false : undefined;
}

/** JSON syntax, but leading zeros are allowed. */
export function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/** Whether whitespace in a value of the field is an error. */
export function neverHasBlanks(field: Field | undefined): boolean {
  if (!field) return false;
  return field.shape !== undefined || spacelessVocabularies.has(field.vocabulary ?? "");
}

const spacelessVocabularies: ReadonlySet<string> = new Set<VocabularyName>([
  "country",
  "country-capital",
  "country-small",
  "http-method",
  "http-version",
  "scheme",
]);
