import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import { type Job, propertyIn, setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const filterAndTransformer: JobCheck<"job"> = {
  code: "filter-and-transformer",
  severity: "error",
  summary: "The job has both a filter and a transformer.",
  why: "The service accepts one or the other. Move the filter's conditions into the SQL of the transformer.",
  on: "job",
  run(job, report) {
    if (!job.filter || job.filter.kind === "none") return;
    const transformer = propertyIn(job, "job", "transformer_id")?.property;
    if (!transformer || !setValue(job, "job", "transformer_id")) return;
    const problem = "A job cannot have both a filter and a transformer.";
    report(transformer.name, `${problem} Remove one.`, {
      fixes: [...removal(job, "filter"), ...removal(job, "transformer_id")],
    });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42,
  ^^^^^^^^^^^^^^^^ error: A job cannot have both a filter and a transformer. Remove one.
  "filter": "./errors.lpfilter"
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42,
  "filter": ""
}
`,
};

function removal(job: Job, name: string): Fix[] {
  const it = propertyIn(job, "job", name);
  const edit = it && removeChild(it.object.properties, it.property, job.json.text);
  return edit ? [likelyFix(`Remove '${name}'`, [edit])] : [];
}
