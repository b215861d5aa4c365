import { isFilterAlone, propertyIn } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const disabledJob: JobCheck<"job"> = {
  code: "disabled-job",
  severity: "hint",
  summary: "The job is created disabled.",
  why: "A job without `enabled` is created disabled, and sends nothing. Weir checks this in Terraform. Set it explicitly.",
  on: "job",
  run(job, report, { context }) {
    const { object } = job;
    if (!object || !context.isResource || isFilterAlone(job)) return;
    if (propertyIn(job, "job", "enabled") || !propertyIn(job, "job", "destination_conf")) return;
    const start = { start: object.start, end: object.start + 1 };
    report(start, "Without 'enabled', the job is created disabled. Set it to true to send lines.");
  },
  examples: [
    {
      context: { isResource: true },
      text: `
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
^ hint: Without 'enabled', the job is created disabled. Set it to true to send lines.
---
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "enabled": false }
`,
    },
  ],
};
