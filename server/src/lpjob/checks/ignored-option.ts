import { likelyFix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import { propertyIn, setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const ignoredOption: JobCheck<"job"> = {
  code: "ignored-option",
  severity: "hint",
  summary: "The option is ignored because of another one.",
  why: "A template defines what separates the fields, so `field_delimiter` is ignored.",
  on: "job",
  run(job, report) {
    const template = setValue(job, "output_options", "record_template");
    if (template?.kind !== "string" || template.value === "") return;
    if (!setValue(job, "output_options", "field_delimiter")) return;
    const it = propertyIn(job, "output_options", "field_delimiter");
    if (!it) return;
    const edit = removeChild(it.object.properties, it.property, job.json.text);
    report(it.property, "'field_delimiter' is ignored when 'record_template' is set. Remove it.", {
      fixes: edit ? [likelyFix("Remove 'field_delimiter'", [edit])] : [],
      look: "unnecessary",
    });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID"],
    "record_template": "{{.RayID}}",
    "field_delimiter": ";"
    ^^^^^^^^^^^^^^^^^^^^^^ hint: 'field_delimiter' is ignored when 'record_template' is set. Remove it.
  }
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID"],
    "record_template": "{{.RayID}}"
  }
}
`,
};
