import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const transformerOutput: JobCheck<"job"> = {
  code: "transformer-output",
  severity: "error",
  summary: "A job with a transformer has CSV output.",
  why: "The output of a transformer is always NDJSON.",
  on: "job",
  run(job, report) {
    const type = setValue(job, "output_options", "output_type");
    if (type?.kind !== "string" || type.value.toLowerCase() !== "csv") return;
    if (!setValue(job, "job", "transformer_id")) return;
    report(type, "A job with a transformer needs 'ndjson'.", {
      fixes: [likelyFix("Use 'ndjson'", [replace(type, '"ndjson"')])],
    });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42,
  "output_options": { "output_type": "csv" }
                                     ^^^^^ error: A job with a transformer needs 'ndjson'.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42,
  "output_options": { "output_type": "ndjson" }
}
`,
};
