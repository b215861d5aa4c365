import type { Fix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import { type Job, propertyIn, setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const filterAndTransformer: JobCheck<"job"> = {
  code: "filter-and-transformer",
  severity: "error",
  summary: "The job has a filter and a transformer.",
  why: "The service takes one or the other. What a filter says can be said in the SQL of the transformer.",
  on: "job",
  run(job, report) {
    if (!job.filter || job.filter.kind === "none") return;
    const transformer = propertyIn(job, "job", "transformer_id")?.property;
    if (!transformer || !setValue(job, "job", "transformer_id")) return;
    const finding = "A job has a transformer or a filter, not both.";
    report(transformer.name, `${finding} Remove one.`, {
      fixes: [...removal(job, "filter"), ...removal(job, "transformer_id")],
    });
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42,
  ^^^^^^^^^^^^^^^^ error: A job has a transformer or a filter, not both. Remove one.
  "filter": "./errors.lpfilter"
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "transformer_id": 42,
  "filter": ""
}
`,
    },
  ],
};

function removal(job: Job, name: string): Fix[] {
  const it = propertyIn(job, "job", name);
  const edit = it && removeChild(it.object.properties, it.property, job.json.text);
  return edit ? [{ title: `Remove '${name}'`, edits: [edit], guess: true }] : [];
}
