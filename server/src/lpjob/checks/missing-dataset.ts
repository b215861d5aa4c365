import { defaultDataset } from "../../lpfilter/language.ts";
import { nameDataset } from "../rewrite/insert.ts";
import { isFilterAlone, isMisnamed, propertyIn } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const missingDataset: JobCheck<"job"> = {
  code: "missing-dataset",
  severity: "hint",
  summary: "The job does not say which dataset it pushes.",
  why: "Without one the job is read as one of `http_requests`, and a job keeps its dataset for life. Naming it leaves no doubt.",
  on: "job",
  run(job, report) {
    const { object } = job;
    if (!object || object.properties.length === 0 || isFilterAlone(job)) return;
    if (propertyIn(job, "job", "dataset")) return;
    if (isMisnamed(job, "dataset")) return;
    const start = { start: object.start, end: object.start + 1 };
    report(start, `This job names no dataset, and is read as one of '${defaultDataset}'.`, {
      fixes: [{ title: `Add "dataset"`, edits: [nameDataset(job, defaultDataset)], guess: true }],
    });
  },
  examples: [
    {
      text: `
{
^ hint: This job names no dataset, and is read as one of 'http_requests'.
  "destination_conf": "gs://logs/{DATE}"
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
`,
    },
  ],
};
