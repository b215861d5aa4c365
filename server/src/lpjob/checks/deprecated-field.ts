import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { type Field, successorOf } from "../../lpfilter/language.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { type Job, type JobProperty, listedFields, setValue } from "../syntax/job.ts";
import { optionsFromLogpull } from "../syntax/logpull.ts";
import type { JobCheck } from "./check.ts";

export const deprecatedField: JobCheck<"job"> = {
  code: "deprecated-field",
  severity: "warning",
  summary: "The field, or the property of the job, is deprecated.",
  why: "A deprecated field may be empty in new log lines, or be removed. `logpull_options` is ignored when `output_options` is set.",
  on: "job",
  run(job, report, { fields }) {
    for (const it of job.properties) if (it.row?.deprecated && isSet(it)) property(job, it, report);
    const names = listedFields(job);
    const listed = new Set(names.map((it) => it.value));
    for (const name of names) {
      const field = fields.get(name.value);
      if (field?.deprecated) fieldName(job, { name, field, listed }, report);
    }
  },
  examples: `
{
  "dataset": "gateway_network",
  "destination_conf": "gs://logs/{DATE}",
  "frequency": "low",
  ^^^^^^^^^^^ warning: 'frequency' is deprecated. Use 'max_upload_interval_seconds', 'max_upload_bytes' and 'max_upload_records' instead.
  "output_options": { "field_names": ["Transport"] }
                                      ^^^^^^^^^^^ warning: 'Transport' is deprecated. Use 'TransportProtocol'.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "logpull_options": "fields=RayID,ClientIP&timestamps=rfc3339&sample=0.1"
  ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID", "ClientIP"], "timestamp_format": "rfc3339", "sample_rate": 0.1 }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "logpull_options": "fields=RayID",
  ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated and ignored when 'output_options' is set. Remove it.
  "output_options": { "field_names": ["RayID"] }
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"] }
}
`,
};

/** The service returns `null` for what is not set. */
function isSet({ property: { value } }: JobProperty): boolean {
  return value?.kind !== "null";
}

function property(job: Job, { object, property: it, row }: JobProperty, report: Report): void {
  const { name, value } = it;
  const options = setValue(job, "job", "output_options");
  if (name.value === "logpull_options" && options) {
    const edit = removeChild(object.properties, it, job.json.text);
    const problem = "'logpull_options' is deprecated and ignored when 'output_options' is set.";
    report(name, `${problem} Remove it.`, {
      fixes: edit ? [fix("Remove 'logpull_options'", edit)] : [],
      look: "deprecated",
    });
    return;
  }
  const written =
    name.value === "logpull_options" && value?.kind === "string"
      ? optionsFromLogpull(value.value)
      : undefined;
  report(name, `'${name.value}' is deprecated. ${row?.deprecated}`, {
    fixes: written ? [fix("Use 'output_options'", replace(it, written))] : [],
    look: "deprecated",
  });
}

interface Named {
  readonly name: JsonString;
  readonly field: Field;
  readonly listed: ReadonlySet<string>;
}

function fieldName(job: Job, { name, field, listed }: Named, report: Report): void {
  const { deprecated } = field;
  if (typeof deprecated !== "string") {
    const advice = successorOf(job.dataset, field.name);
    report(name, `'${field.name}' is deprecated. ${advice}`, { look: "deprecated" });
    return;
  }
  const edit = listed.has(deprecated)
    ? removeChild(job.fieldNames?.items ?? [], name, job.json.text)
    : replace(name, JSON.stringify(deprecated));
  const title = listed.has(deprecated) ? `Remove '${field.name}'` : `Use '${deprecated}'`;
  report(name, `'${field.name}' is deprecated. Use '${deprecated}'.`, {
    fixes: edit ? [fix(title, edit)] : [],
    look: "deprecated",
  });
}

/** Consumers of the logs may still use the old name, and removing an unused field may leave the array empty. */
function fix(title: string, edit: Edit): Fix {
  return likelyFix(title, [edit]);
}
