import type { Report } from "../../core/check.ts";
import { type Fix, maxDiagnostics, safeFix } from "../../core/diagnostic.ts";
import { type JsonArray, type JsonValue, writtenText } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { parseValueList } from "../../text/several-values.ts";
import { cut, shorten } from "../../text/shorten.ts";
import type { PropertyRow, PropertyShape } from "../catalog/property.ts";
import type { Job } from "../syntax/job.ts";
import type { JobCheck, Scope } from "./check.ts";

export const valueType: JobCheck<"job"> = {
  code: "value-type",
  severity: "error",
  summary: "The value has the wrong type.",
  why: 'The service rejects a job with a value of the wrong type. Only the option `CVE-2021-44228` can be true or "true".',
  on: "job",
  run(job, report, scope) {
    const { root } = job.json;
    if (root && root.kind !== "object") {
      report(root, `Expected an object, found ${written(root, scope)}.`);
    }
    let found = 0;
    for (const { row, property } of job.properties) {
      const { value } = property;
      if (!row || !value || isTaken(row, value)) continue;
      reportMismatch(row, value, report, scope);
      if (++found === maxDiagnostics) return;
    }
    if (job.fieldNames) items(job.fieldNames, report, scope);
    otherText(job, report);
  },
  examples: `
{
  "name": 42,
          ^^ error: 'name' needs a string, found '42'. Use "42".
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "enabled": "yes",
             ^^^^^ error: 'enabled' needs a Boolean, found '"yes"'. Use true.
  "max_upload_records": "5000",
                        ^^^^^^ error: 'max_upload_records' needs an integer, found '"5000"'. Use 5000.
  "output_options": { "field_names": "RayID,ClientIP" }
                                     ^^^^^^^^^^^^^^^^ error: 'field_names' needs an array of field names, found '"RayID,ClientIP"'. Use ["RayID", "ClientIP"].
}
=>
{
  "name": "42",
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "enabled": "yes",
  "max_upload_records": "5000",
  "output_options": { "field_names": "RayID,ClientIP" }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "ClientIP eq 192.0.2.1"
            ^^^^^^^^^^^^^^^^^^^^^^^ error: 'filter' needs a filter, the path of an '.lpfilter' file or "", found '"ClientIP eq 192.0.2.1"'.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": null,
  "output_options": { "field_names": ["RayID"], "CVE-2021-44228": "true" }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "",
  "output_options": { "field_names": ["RayID"], "CVE-2021-44228": true }
}
`,
};

const wanted: Readonly<Record<PropertyShape, string>> = {
  string: "a string",
  boolean: "a Boolean",
  "boolean or string": "a Boolean",
  integer: "an integer",
  number: "a number",
  "field names": "an array of field names",
  options: "an object",
  filter: "a filter, the path of an '.lpfilter' file or \"\"",
};

function isTaken({ shape, nullable }: PropertyRow, value: JsonValue): boolean {
  if (value.kind === "null") return nullable === true;
  switch (shape) {
    case "string":
      return value.kind === "string";
    case "boolean":
      return value.kind === "boolean";
    case "boolean or string":
      return value.kind === "boolean" || (value.kind === "string" && truths.has(value.value));
    case "integer":
      return value.kind === "number" && Number.isInteger(value.value);
    case "number":
      return value.kind === "number";
    case "field names":
      return value.kind === "array";
    case "options":
      return value.kind === "object";
    case "filter":
      return value.kind === "object" || value.kind === "array" || value.kind === "string";
  }
}

const truths = new Set(["true", "false"]);

function reportMismatch(row: PropertyRow, value: JsonValue, report: Report, scope: Scope): void {
  const fixes = repair(row, value);
  const advice = fixes[0] ? ` ${fixes[0].title}.` : "";
  const problem = `'${row.name}' needs ${wanted[row.shape]}, found ${written(value, scope)}.`;
  report(value, `${problem}${advice}`, { fixes });
}

function repair({ shape }: PropertyRow, value: JsonValue): Fix[] {
  if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") return [];
  const word = writtenText(value).trim();
  switch (shape) {
    case "string":
      return [write(value, JSON.stringify(word))];
    case "boolean":
    case "boolean or string": {
      const truth = meanings.get(word.toLowerCase());
      return truth === undefined ? [] : [write(value, String(truth))];
    }
    case "integer":
      return /^(?:0|[1-9]\d{0,14})$/.test(word) ? [write(value, word)] : [];
    case "number":
      return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(word) ? [write(value, word)] : [];
    case "field names":
      return value.kind === "string" ? asList(value, word) : [];
    default:
      return [];
  }
}

const meanings: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

function asList(value: JsonValue, text: string): Fix[] {
  const names = parseValueList(text)?.items ?? [text];
  // Field names have only word characters.
  if (!names.every((it) => /^\w+$/.test(it))) return [];
  return [write(value, `[${names.map((it) => JSON.stringify(it)).join(", ")}]`)];
}

function write(value: JsonValue, text: string): Fix {
  return safeFix(`Use ${cut(text)}`, [replace(value, text)]);
}

function items(list: JsonArray, report: Report, scope: Scope): void {
  let found = 0;
  for (const item of list.items) {
    if (item.kind === "string") continue;
    report(item, `Field names must be strings, found ${written(item, scope)}.`);
    if (++found === maxDiagnostics) return;
  }
}

/** A string that is neither a filter nor a path. */
function otherText({ filter, json }: Job, report: Report): void {
  if (filter?.kind !== "text") return;
  const { value } = filter;
  if (/^[^\s{}"]+\.(?:json|jsonc|filter|txt)$/.test(value.value)) {
    report(
      value,
      `Expected a filter file with the extension '.lpfilter', found ${shorten(value.value)}.`,
    );
    return;
  }
  const shown = shorten(json.text.slice(value.start, value.end));
  report(value, `'filter' needs ${wanted.filter}, found ${shown}.`);
}

function written(value: JsonValue, { text }: Scope): string {
  if (value.kind === "array") return "an array";
  return value.kind === "object" ? "an object" : shorten(text.slice(value.start, value.end));
}
