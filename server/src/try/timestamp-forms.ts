import type { LogCondition, LogTest, LogValue } from "../core/log-test.ts";
import type { LogRow } from "../core/trial.ts";
import type { TriedText } from "./subject.ts";

/**
 * A timestamp of a filter. The lines should use the same form, because numbers and strings, and numbers of different units, never
 * match, and strings with different digits after the seconds are not ordered by time.
 */
export interface TimestampForm {
  readonly field: string;
  readonly value: LogValue;
  readonly form: Form;
}

const units = ["seconds", "milliseconds", "microseconds", "nanoseconds"] as const;

type Form = "strings" | (typeof units)[number];

/** One timestamp per field and form; of strings, one for each number of digits. */
export function timestampForms(texts: readonly TriedText[]): readonly TimestampForm[] {
  const found = new Map<string, TimestampForm>();
  const add = (test: LogTest): void => {
    if (test.kind === "group") test.parts.forEach(add);
    else
      for (const value of comparedTimes(test)) {
        const form = formOf(value);
        const key = `${test.field} ${form} ${form === "strings" ? suffixOf(value) : ""}`;
        if (form) found.set(key, { field: test.field, value, form });
      }
  };
  for (const { trial, test } of texts) if (trial && test) add(test);
  return [...found.values()];
}

/** Excludes substring operators, whose operand is always a string. */
function comparedTimes({ type, operator, values }: LogCondition): readonly LogValue[] {
  return type === "int or string" && !/with|contains/i.test(operator) ? values : [];
}

/** Undefined if the value is not a timestamp. Until the year 5138, seconds have up to 11 digits, milliseconds up to 14, etc. */
function formOf(value: unknown): Form | undefined {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/i.test(value)) return "strings";
  const number = typeof value === "string" && /^\d{1,19}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" && typeof number !== "bigint") return undefined;
  if (number <= 0) return undefined;
  return units.find((_, index) => number < 10 ** (11 + 3 * index)) ?? "nanoseconds";
}

/** The message for a timestamp of another form; false if the form is the same, undefined if the line does not have one. */
export function formProblem(
  { field, value, form }: TimestampForm,
  row: LogRow,
): string | false | undefined {
  const given = row.get(field);
  const found = formOf(given);
  if (found === undefined) return undefined;
  if (found === form && suffixOf(given) === suffixOf(value)) return false;
  const shown = typeof value === "string" ? `'${value}'` : String(value);
  const seen = found === form ? `'${given}'` : found;
  return `'${field}' has ${seen} here, but is compared with ${shown}. Use the format of the logs.`;
}

/** The text after the seconds of RFC 3339, with zeros for the digits. */
function suffixOf(value: unknown): string {
  return typeof value === "string"
    ? value.slice("2025-11-12T00:00:00".length).replace(/\d/g, "0")
    : "";
}
