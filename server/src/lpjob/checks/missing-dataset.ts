import { likelyFix } from "../../core/diagnostic.ts";
import { defaultDataset } from "../../lpfilter/language.ts";
import { nameDataset } from "../rewrite/insert.ts";
import { isFilterAlone, isMisnamed, propertyIn } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const missingDataset: JobCheck<"job"> = {
  code: "missing-dataset",
  severity: "hint",
  summary: "The job has no dataset.",
  why: "The default is `http_requests`, and the dataset of a job cannot be changed later. Set it explicitly.",
  on: "job",
  run(job, report) {
    const { object } = job;
    if (!object || object.properties.length === 0 || isFilterAlone(job)) return;
    if (propertyIn(job, "job", "dataset")) return;
    if (isMisnamed(job, "dataset")) return;
    const start = { start: object.start, end: object.start + 1 };
    report(start, `Missing dataset; the default is '${defaultDataset}'.`, {
      fix: likelyFix(`Add "dataset"`, [nameDataset(job, defaultDataset)]),
    });
  },
  examples: `
{
^ hint: Missing dataset; the default is 'http_requests'. Add "dataset".
  "destination_conf": "gs://logs/{DATE}"
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
`,
};
