import { propertyIn, setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const edgeJob: JobCheck<"job"> = {
  code: "edge-job",
  severity: "error",
  summary: "An 'edge' job has an unsupported option.",
  why: "'edge' jobs support `http_requests` only, and no limits by bytes or lines.",
  on: "job",
  run(job, report) {
    const kind = setValue(job, "job", "kind");
    if (kind?.kind !== "string" || kind.value !== "edge") return;
    if (job.dataset !== "http_requests") {
      const node = job.datasetNode ?? kind;
      report(node, `An 'edge' job needs dataset 'http_requests', found '${job.dataset}'.`);
    }
    for (const name of ["max_upload_bytes", "max_upload_records"]) {
      const value = setValue(job, "job", name);
      const property = propertyIn(job, "job", name)?.property;
      if (!property || value?.kind !== "number" || value.value === 0) continue;
      report(property.name, `'edge' jobs do not support '${name}'. Remove it.`);
    }
  },
  examples: `
{
  "dataset": "dns_logs",
             ^^^^^^^^^^ error: An 'edge' job needs dataset 'http_requests', found 'dns_logs'.
  "destination_conf": "gs://logs/{DATE}",
  "kind": "edge",
  "max_upload_records": 1000
  ^^^^^^^^^^^^^^^^^^^^ error: 'edge' jobs do not support 'max_upload_records'. Remove it.
}
---
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "kind": "edge" }
`,
};
