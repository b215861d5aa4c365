import type { LogCondition, LogValue } from "../core/log-test.ts";
import { coalesce, type Dialect, isNumeric, isRounded, number } from "./dialect.ts";
import { columnOf, keepsMissing, negate, plainOperator, textCondition } from "./typed-condition.ts";
import { Untranslatable } from "./untranslatable.ts";

/**
 * Conditions on unknown fields, and on timestamps, which are numbers or strings depending on the job. As in the evaluator,
 * numbers and strings are never equal and not ordered. A missing field is the empty string, which is also 0.
 */
export function looseCondition(condition: LogCondition, dialect: Dialect): string {
  switch (condition.operator) {
    case "eq":
    case "in":
      return isAny(condition, dialect);
    case "!eq":
    case "!in":
      return negate(coalesce(isAny(condition, dialect), "FALSE"));
    case "lt":
    case "leq":
    case "gt":
    case "geq":
      return ordered(condition, dialect);
    case "startsWith":
    case "!startsWith":
    case "endsWith":
    case "!endsWith":
    case "contains":
    case "!contains":
      return partCondition(condition, dialect);
  }
}

/** Compares each value with the column converted to the type of that value. */
function isAny({ field, type, values }: LogCondition, dialect: Dialect): string {
  const column = dialect.identifier(field);
  const written = values.filter((it) => typeof it === "string");
  const strings = values.includes(0) ? [...written, ""] : written;
  const numbers = values.filter(
    (it) => typeof it === "number" || (isNumeric(it) && isRounded(it, dialect)),
  );
  const exact = values.filter((it) => typeof it === "bigint" && !isRounded(it, dialect));
  const literal = (it: number | bigint) => number(it, dialect);
  const booleans = values.filter((it) => typeof it === "boolean");
  const text = dialect.timeText(column, strings[0] ?? "");
  const mayBeBoolean = strings.includes("true") || strings.includes("false");
  const isBoolean = mayBeBoolean && !type && dialect.isBoolean?.(column);
  const equal = oneOf(strings.includes("") ? coalesce(text, "''") : text, strings, (it) =>
    dialect.string(it),
  );
  const parts = [
    isBoolean && equal ? `(NOT ${isBoolean} AND ${equal})` : equal,
    oneOf(dialect.looseNumber(column), numbers.filter(isNumeric), literal),
    oneOf(dialect.looseInteger(column), exact.filter(isNumeric), literal),
    oneOf(dialect.looseBoolean(column), booleans, (it) => (it ? "TRUE" : "FALSE")),
  ].flatMap((it) => it ?? []);
  if (parts.length === 0) return "FALSE";
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" OR ")})`;
}

function oneOf<Value extends LogValue>(
  column: string,
  values: readonly Value[],
  literal: (value: Value) => string,
): string | undefined {
  const literals = [...new Set(values.map(literal))];
  if (literals.length === 0) return undefined;
  return literals.length === 1
    ? `${column} = ${literals[0]}`
    : `${column} IN (${literals.join(", ")})`;
}

function ordered(condition: LogCondition, dialect: Dialect): string {
  const [value = ""] = condition.values;
  switch (typeof value) {
    case "number":
    case "bigint":
      return orderedNumber(condition, value, dialect);
    case "string":
      return orderedText(condition, value, dialect);
    default:
      throw new Untranslatable(`'${condition.field}' cannot be ordered by a Boolean.`);
  }
}

function orderedNumber(condition: LogCondition, value: number | bigint, dialect: Dialect): string {
  const { operator } = condition;
  const column = columnOf(condition, dialect);
  const compared = (it: string) => `${it} ${plainOperator(operator)} ${number(value, dialect)}`;
  const rough = compared(dialect.looseNumber(column));
  const isExact = typeof value === "bigint" && !isRounded(value, dialect);
  const test = isExact ? coalesce(compared(dialect.looseInteger(column)), rough) : rough;
  const isUpper = operator === "lt" || operator === "leq";
  const isKept = keepsMissing(condition);
  // The remaining values are missing, empty, or strings that are not numbers.
  if (isUpper === isKept) {
    const text = dialect.timeText(column, "");
    return coalesce(test, isUpper ? `${coalesce(text, "''")} = ''` : `${text} <> ''`);
  }
  return isUpper ? test : coalesce(test, "TRUE");
}

function orderedText(condition: LogCondition, value: string, dialect: Dialect): string {
  const { operator } = condition;
  const column = columnOf(condition, dialect);
  const isNumber = dialect.looseNumber(column);
  const isBoolean = condition.type ? undefined : dialect.isBoolean?.(column);
  const text = dialect.timeText(column, value);
  const whole = keepsMissing(condition) ? coalesce(text, "''") : text;
  const test = `${whole} ${plainOperator(operator)} ${dialect.string(value)}`;
  return operator === "lt" || operator === "leq"
    ? `(${isNumber} IS NULL AND ${isBoolean ? `NOT ${isBoolean} AND ` : ""}${test})`
    : `(${isNumber} IS NOT NULL OR ${isBoolean ? `${isBoolean} OR ` : ""}${test})`;
}

function partCondition(condition: LogCondition, dialect: Dialect): string {
  const { operator, type, values } = condition;
  const column = columnOf(condition, dialect);
  const part = String(values[0] ?? "");
  const { looseContains } = dialect;
  if (type || !looseContains || !operator.endsWith("contains"))
    return textCondition(condition, dialect.timeText(column, part), dialect);
  const has = looseContains(column, part);
  return operator === "contains" ? has : negate(coalesce(has, "FALSE"));
}
