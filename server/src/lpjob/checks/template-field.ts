import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { addItem } from "../rewrite/insert.ts";
import { listedFields } from "../syntax/job.ts";
import type { FieldAction } from "../syntax/template.ts";
import type { JobCheck, Scope } from "./check.ts";

export const templateField: JobCheck<"template"> = {
  code: "template-field",
  severity: "warning",
  summary: "The template uses a field that is not in `field_names`.",
  why: "Fields that are not in `field_names` are not available to the template and are written as null.",
  on: "template",
  run({ actions }, report, scope) {
    // The fields of a job without a list are undocumented.
    if (!scope.job.fieldNames) return;
    const listed = new Set(listedFields(scope.job).map((it) => it.value));
    let found = 0;
    for (const action of actions) {
      if (action.kind !== "field" || listed.has(action.field.name)) continue;
      const problem = `${shorten(action.field.name)} is not in 'field_names', so it is written as null.`;
      report(action.field, problem, { fixes: fixesFor(action, listed, scope) });
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID"],
    "record_template": "{{.RayID}} from {{.ClientIP}}"
                                           ^^^^^^^^ warning: 'ClientIP' is not in 'field_names', so it is written as null.
  }
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID", "ClientIP"],
    "record_template": "{{.RayID}} from {{.ClientIP}}"
  }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": {
    "field_names": ["RayID"],
    "record_template": "{{.RayId}}"
                           ^^^^^ warning: 'RayId' is not in 'field_names', so it is written as null.
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

function fixesFor(
  { field }: FieldAction,
  listed: ReadonlySet<string>,
  { fields, job }: Scope,
): Fix[] {
  if (fields.has(field.name) && job.fieldNames) {
    const edits = [addItem(job.fieldNames, JSON.stringify(field.name))];
    return [likelyFix(`Add '${field.name}' to 'field_names'`, edits)];
  }
  const near = nearest(field.name, listed);
  return near ? [likelyFix(`Use '${near}'`, [replace(field, near)])] : [];
}
