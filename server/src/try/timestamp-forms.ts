import type { LogCondition, LogTest, LogValue } from "../core/log-test.ts";
import type { LogRow } from "../core/trial.ts";
import type { TriedText } from "./subject.ts";

/** A timestamp of a filter. The lines should use the same form, because strings, numbers and different units never match. */
export interface TimestampForm {
  readonly field: string;
  readonly value: LogValue;
  readonly form: Form;
}

const units = ["seconds", "milliseconds", "microseconds", "nanoseconds"] as const;

type Form = "strings" | (typeof units)[number];

/** One timestamp per field and form. */
export function timestampForms(texts: readonly TriedText[]): readonly TimestampForm[] {
  const found = new Map<string, TimestampForm>();
  const add = (test: LogTest): void => {
    if (test.kind === "group") test.parts.forEach(add);
    else
      for (const value of comparedTimes(test)) {
        const form = formOf(value);
        if (form) found.set(`${test.field} ${form}`, { field: test.field, value, form });
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
  const found = formOf(row.get(field));
  if (found === undefined) return undefined;
  if (found === form) return false;
  const shown = typeof value === "string" ? `'${value}'` : String(value);
  return `'${field}' has ${found} here, but is compared with ${shown}. Use the format of the logs.`;
}
