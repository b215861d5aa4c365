import type { LogRow, TrialOutput } from "../../core/trial.ts";
import { emptyValueOf, type Field } from "../../lpfilter/language.ts";
import { isUnix, nanosecondsOf, writeTimestamp } from "../../text/timestamps.ts";
import type { Options } from "./options.ts";
import { type TemplatePart, templateParts } from "./template.ts";

/** The output of a job for the lines that it sends. */
export function outputOf(options: Options, known: ReadonlyMap<string, Field>): TrialOutput {
  const { fields, recordPrefix, recordSuffix } = options;
  const valueFor = (row: LogRow, name: string) => valueIn(row, name, known.get(name), options);
  const content = contentWriter(options, valueFor);
  return {
    fields,
    sampleRate: options.sampleRate,
    line: (row) => `${recordPrefix}${content(row)}${recordSuffix}`,
    start: options.batchPrefix,
    between: options.recordDelimiter,
    end: options.batchSuffix,
  };
}

/** A value as JSON. */
type ValueFor = (row: LogRow, name: string) => string;

function contentWriter(options: Options, valueFor: ValueFor): (row: LogRow) => string {
  const { fields, isCsv, fieldDelimiter, template } = options;
  if (template !== undefined) {
    const parts = templateParts(template);
    const sent = new Set(fields);
    return (row) => parts.map((it) => templateText(it, row, sent, valueFor)).join("");
  }
  const namesOf = (row: LogRow) => fields ?? row.names();
  if (isCsv)
    return (row) =>
      namesOf(row)
        .map((it) => csvCell(valueFor(row, it), fieldDelimiter))
        .join(fieldDelimiter);
  return (row) =>
    namesOf(row)
      .map((it) => `${JSON.stringify(it)}:${valueFor(row, it)}`)
      .join(fieldDelimiter);
}

function templateText(
  part: TemplatePart,
  row: LogRow,
  sent: ReadonlySet<string>,
  valueFor: ValueFor,
): string {
  if (part.kind === "text") return part.text;
  return sent.has(part.name) ? valueFor(row, part.name) : "null";
}

function valueIn(row: LogRow, name: string, field: Field | undefined, options: Options): string {
  const written = row.raw(name);
  const { type } = field ?? {};
  // Lines from CSV have an empty string for every type.
  const isEmpty = written === '""' && type !== undefined;
  if (written === undefined || written === "null" || isEmpty) return emptyValue(type, options);
  const value = type === "int or string" ? timestampOf(written, options) : typed(written, type);
  return options.isMasked ? masked(value) : value;
}

/** The service writes every selected field, with the empty value of its type if it has no data. */
function emptyValue(type: Field["type"] | undefined, { timestamps }: Options): string {
  if (type === "int or string" && isUnix(timestamps)) return "0";
  return JSON.stringify(emptyValueOf(type) ?? null);
}

function timestampOf(written: string, { timestamps }: Options): string {
  const at = nanosecondsOf(textOf(written));
  if (at === undefined) return written;
  const text = writeTimestamp(at, timestamps);
  return isUnix(timestamps) ? text : `"${text}"`;
}

/** Lines from CSV have strings only. */
function typed(written: string, type: Field["type"] | undefined): string {
  if (!written.startsWith('"') || (type !== "int" && type !== "float" && type !== "bool"))
    return written;
  const text = textOf(written);
  const isPlain = type === "bool" ? /^(true|false)$/ : /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  return isPlain.test(text) ? text : written;
}

/** Also replaces an escaped '$'. */
function masked(written: string): string {
  const plain = /\\u00(24|7b)/i.test(written) ? JSON.stringify(JSON.parse(written)) : written;
  return plain.replaceAll("${", "x{");
}

/** A string without its quotes; anything else as JSON. */
function textOf(written: string): string {
  return isString(written) ? String(JSON.parse(written)) : written;
}

function isString(written: string): boolean {
  return written.startsWith('"');
}

/** The service quotes every string. Arrays and objects are quoted if they would otherwise be several values. */
function csvCell(written: string, delimiter: string): string {
  const text = textOf(written);
  const isQuoted =
    isString(written) || text.includes('"') || (delimiter !== "" && text.includes(delimiter));
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
