import type { LogRow, TrialOutput } from "../../core/trial.ts";
import { emptyValueOf, type Field } from "../../lpfilter/language.ts";
import { utf8Length } from "../../text/lines.ts";
import { isUnix, nanosecondsOf, writeTimestamp } from "../../text/timestamps.ts";
import type { Options } from "./options.ts";
import { type TemplatePart, templateParts } from "./template.ts";

/** The output of a job for the lines that it sends. */
export function outputOf(options: Options, known: ReadonlyMap<string, Field>): TrialOutput {
  const { fields, recordPrefix, recordSuffix } = options;
  const valueFor = (written: string | undefined, name: string) =>
    valueIn(written, known.get(name), options);
  const content = contentWriter(options, valueFor);
  const around = utf8Length(recordPrefix) + utf8Length(recordSuffix);
  const measure = contentMeasure(options, valueFor);
  return {
    fields,
    sampleRate: options.sampleRate,
    line: (row) => `${recordPrefix}${content(row)}${recordSuffix}`,
    measure: (row, add) => around + measure(row, add),
    start: options.batchPrefix,
    between: options.recordDelimiter,
    end: options.batchSuffix,
  };
}

/** A value as JSON, from how it is written in the line. */
type ValueFor = (written: string | undefined, name: string) => string;

function contentWriter(options: Options, valueFor: ValueFor): (row: LogRow) => string {
  const { fields, isCsv, fieldDelimiter, template } = options;
  const textIn = (row: LogRow, name: string) => valueFor(row.raw(name), name);
  if (template !== undefined) {
    const parts = templateParts(template);
    const sent = new Set(fields);
    return (row) => parts.map((it) => templateText(it, row, sent, textIn)).join("");
  }
  const namesOf = (row: LogRow) => fields ?? row.names();
  if (isCsv)
    return (row) =>
      namesOf(row)
        .map((it) => csvCell(textIn(row, it), fieldDelimiter))
        .join(fieldDelimiter);
  return (row) =>
    namesOf(row)
      .map((it) => `${JSON.stringify(it)}:${textIn(row, it)}`)
      .join(fieldDelimiter);
}

/** The size of the same text, and of what each field adds to it. */
function contentMeasure(options: Options, valueFor: ValueFor): TrialOutput["measure"] {
  const { fields, isCsv, fieldDelimiter, template } = options;
  if (template !== undefined) return templateMeasure(templateParts(template), fields, valueFor);
  const between = utf8Length(fieldDelimiter);
  const keys = new Map<string, number>();
  const keySize = (name: string) => {
    const size = keys.get(name) ?? utf8Length(`${JSON.stringify(name)}:`);
    keys.set(name, size);
    return size;
  };
  return (row, add) => {
    const names = fields ?? row.names();
    const delimiter = names.length > 1 ? between : 0;
    let bytes = names.length > 1 ? between * (names.length - 1) : 0;
    for (const name of names) {
      const written = row.raw(name);
      const value = valueFor(written, name);
      const size = isCsv
        ? utf8Length(csvCell(value, fieldDelimiter))
        : keySize(name) + utf8Length(value);
      bytes += size;
      add(name, size + delimiter, value, isNothing(written));
    }
    return bytes;
  };
}

/** A template writes 'null' for a field that the job does not select. */
function templateMeasure(
  parts: readonly TemplatePart[],
  fields: readonly string[] = [],
  valueFor: ValueFor,
): TrialOutput["measure"] {
  const uses = new Map(fields.map((it) => [it, 0]));
  let fixed = 0;
  for (const part of parts) {
    const times = part.kind === "field" ? uses.get(part.name) : undefined;
    if (part.kind === "field" && times !== undefined) uses.set(part.name, times + 1);
    else fixed += part.kind === "field" ? nullSize : utf8Length(part.text);
  }
  return (row, add) => {
    let bytes = fixed;
    for (const [name, times] of uses) {
      const written = row.raw(name);
      const value = valueFor(written, name);
      const size = utf8Length(value);
      bytes += times * size;
      add(name, times * (size - nullSize), value, isNothing(written));
    }
    return bytes;
  };
}

const nullSize = "null".length;

/** Whether the line has no data in a field. */
function isNothing(written: string | undefined): boolean {
  return (
    written === undefined ||
    written === '""' ||
    written === "null" ||
    written === "[]" ||
    written === "{}"
  );
}

function templateText(
  part: TemplatePart,
  row: LogRow,
  sent: ReadonlySet<string>,
  textIn: (row: LogRow, name: string) => string,
): string {
  if (part.kind === "text") return part.text;
  return sent.has(part.name) ? textIn(row, part.name) : "null";
}

function valueIn(written: string | undefined, field: Field | undefined, options: Options): string {
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
