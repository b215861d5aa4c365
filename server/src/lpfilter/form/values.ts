import type { JsonValue } from "../../json/syntax/tree.ts";
import { mostUsedFirst } from "../../text/nearest.ts";
import type { Field } from "../catalog/dataset.ts";
import { mostUsedOperators } from "../catalog/most-used.ts";
import { type Operator, operatorNamed, operators, operatorsFor } from "../catalog/operators.ts";
import { compatibility, type Scalar, scalarOf } from "../values/operand.ts";
import { readValue } from "../values/values.ts";
import type { FormDocument } from "./form-document.ts";

/** Which operators and values fit a field, and how values are written. */

/** Most used first. All operators for an unknown field. */
export function fittingOperators(field: Field | undefined) {
  const fitting = field ? operatorsFor(field.type) : operators;
  return mostUsedFirst<Operator>(fitting, (it) => it.name, mostUsedOperators);
}

/** The operator itself if it fits, otherwise one with the same polarity. */
export function fittingOperator(name: string, field: Field | undefined): Operator | undefined {
  const fitting = fittingOperators(field);
  const isNegated = name.startsWith("!");
  return (
    fitting.find((it) => it.name === name) ??
    fitting.find((it) => it.name.startsWith("!") === isNegated) ??
    fitting[0]
  );
}

/** A value as JSON. A number that replaces a quoted one stays quoted, which the service accepts. */
export function writeValue(text: string, field: Field | undefined, old?: JsonValue): string {
  const kind = kindOf(field, old);
  const isQuoted = old?.kind === "string" && kind !== "timestamp";
  if (isQuoted || !isBare(text, kind)) return JSON.stringify(text);
  return text;
}

function kindOf(field: Field | undefined, old: JsonValue | undefined): Scalar {
  if (field) return scalarOf[field.type] ?? "string";
  if (old?.kind === "number") return "number";
  return old?.kind === "boolean" ? "boolean" : "string";
}

function isBare(text: string, kind: Scalar): boolean {
  switch (kind) {
    case "string":
      return false;
    case "boolean":
      return text === "true" || text === "false";
    default:
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  }
}

/** Whether a value can be compared with the field as it appears in the source. */
export function isFitting(value: JsonValue, field: Field | undefined): boolean {
  if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") return false;
  const kind = field && scalarOf[field.type];
  return (
    !kind || (compatibility(value, kind) !== "no" && readValue(value.value, kind) !== undefined)
  );
}

/** Whether the text can be written as a value of the field. */
export function isFittingText(text: string, field: Field | undefined): boolean {
  return isFitting({ kind: "string", value: text, start: 0, end: 0 }, field);
}

/** A valid value, used if the previous one does not fit the field. */
export function defaultValue(field: Field | undefined, { valuesOf }: FormDocument): string {
  const [known] = field ? valuesOf(field) : [];
  if (known) return known[0];
  switch (field && scalarOf[field.type]) {
    case "integer":
    case "number":
      return String(field?.range?.[0] ?? 0);
    case "boolean":
      return "true";
    case "timestamp":
      return "2026-01-01T00:00:00Z";
    default:
      return "";
  }
}

export function takesList(operator: string): boolean {
  return operatorNamed(operator)?.operand === "list";
}
