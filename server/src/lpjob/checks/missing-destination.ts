import { isFilterAlone, isMisnamed, propertyIn } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const missingDestination: JobCheck<"job"> = {
  code: "missing-destination",
  severity: "error",
  summary: "The job does not say where its log lines go.",
  why: "`destination_conf` is the one property without which the service creates no job.",
  on: "job",
  run(job, report) {
    const { object } = job;
    if (!object || isFilterAlone(job)) return;
    const found = propertyIn(job, "job", "destination_conf")?.property;
    const advice = `Write "destination_conf" with an address, as in "s3://bucket/path?region=us-east-1".`;
    if (!found) {
      if (isMisnamed(job, "destination_conf")) return;
      const start = { start: object.start, end: object.start + 1 };
      report(start, `This job has no destination. ${advice}`);
    } else if (found.value?.kind === "string" && found.value.value.trim() === "") {
      report(found.value, "This destination is empty. Write an address.");
    }
  },
  examples: [
    {
      text: `
{ "name": "shop-errors", "dataset": "http_requests" }
^ error: This job has no destination. Write "destination_conf" with an address, as in "s3://bucket/path?region=us-east-1".
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "" }
                                                  ^^ error: This destination is empty. Write an address.
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
`,
    },
  ],
};
