import { propertyIn, setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const edgeJob: JobCheck<"job"> = {
  code: "edge-job",
  severity: "error",
  summary: "A job of the kind 'edge' has what such a job cannot have.",
  why: "A job that pushes from the edge itself is for `http_requests` alone, and knows no limits by bytes or by lines.",
  on: "job",
  run(job, report) {
    const kind = setValue(job, "job", "kind");
    if (kind?.kind !== "string" || kind.value !== "edge") return;
    if (job.dataset !== "http_requests") {
      const node = job.datasetNode ?? kind;
      report(node, `A job of the kind 'edge' is for 'http_requests', not for '${job.dataset}'.`);
    }
    for (const name of ["max_upload_bytes", "max_upload_records"]) {
      const value = setValue(job, "job", name);
      const property = propertyIn(job, "job", name)?.property;
      if (!property || value?.kind !== "number" || value.value === 0) continue;
      report(property.name, `A job of the kind 'edge' has no '${name}'. Remove it.`);
    }
  },
  examples: [
    {
      text: `
{
  "dataset": "dns_logs",
             ^^^^^^^^^^ error: A job of the kind 'edge' is for 'http_requests', not for 'dns_logs'.
  "destination_conf": "gs://logs/{DATE}",
  "kind": "edge",
  "max_upload_records": 1000
  ^^^^^^^^^^^^^^^^^^^^ error: A job of the kind 'edge' has no 'max_upload_records'. Remove it.
}
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "kind": "edge" }
`,
    },
  ],
};
