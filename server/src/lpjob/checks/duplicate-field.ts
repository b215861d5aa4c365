import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import { listedFields } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const duplicateField: JobCheck<"job"> = {
  code: "duplicate-field",
  severity: "warning",
  summary: "`field_names` contains the same field twice.",
  why: "A log line has each field once. The duplicate is probably a typo for another field.",
  on: "job",
  run(job, report) {
    const seen = new Map<string, JsonString>();
    let found = 0;
    for (const name of listedFields(job)) {
      const first = seen.get(name.value);
      if (!first) {
        seen.set(name.value, name);
        continue;
      }
      const edit = removeChild(job.fieldNames?.items ?? [], name, job.json.text);
      const shown = shorten(name.value);
      report(name, `Duplicate field ${shown}. Remove one.`, {
        // In CSV each name is a column.
        fixes: edit ? [likelyFix(`Remove the second ${shown}`, [edit])] : [],
        related: [{ start: first.start, end: first.end, message: `The first ${shown}.` }],
        look: "unnecessary",
      });
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID", "ClientIP", "RayID"] }
                                                           ^^^^^^^ warning: Duplicate field 'RayID'. Remove one.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID", "ClientIP"] }
}
`,
};
