import type { LogFieldType } from "../core/log-test.ts";
import type { LogRow } from "../core/trial.ts";
import { emptyValueOf, logFieldsOf } from "../languages.ts";
import { parseExactly, writeExactly } from "../text/exact-integers.ts";
import type { TriedText } from "./subject.ts";

/** The value of a field as canonical JSON. Missing values, and empty values of CSV files, are treated as empty. */
export function canonicalValue(row: LogRow, field: string, tried: TriedText): string {
  const raw = row.raw(field);
  if (raw !== undefined && simpleValue.test(raw) && raw.length <= longestValue) return raw;
  const type = typeIn(field, tried);
  if (raw === undefined || raw === "null" || raw === '""')
    return JSON.stringify(emptyValueOf(type) ?? "");
  if (raw.length > longestValue) return JSON.stringify(`${raw.slice(0, longestValue)}…`);
  const value = parseExactly(raw);
  const isQuoted = typeof value === "string" && quotable[type ?? "string"]?.test(value);
  return writeExactly(isQuoted ? parseExactly(value) : value);
}

const longestValue = 1000;
/** Fast path: values that need no conversion for any type, such as strings that are not quoted numbers or Booleans. */
const simpleValue = /^(?:"[^"\\\dtf-][^\\]*"|\d+|true|false)$/;

/** As in filters, numbers and Booleans may be quoted. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const quotable: Readonly<Record<LogFieldType, RegExp | undefined>> = {
  int: number,
  float: number,
  "int or string": number,
  bool: /^(?:true|false)$/,
  string: undefined,
  "array[string]": undefined,
  "array[int]": undefined,
  "array[object]": undefined,
  object: undefined,
};

function typeIn(field: string, { dataset, subject }: TriedText): LogFieldType | undefined {
  return logFieldsOf(dataset ?? "", subject.context.extraFields).get(field)?.type;
}
