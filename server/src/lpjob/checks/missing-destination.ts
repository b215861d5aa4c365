import { isFilterAlone, isMisnamed, propertyIn } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const missingDestination: JobCheck<"job"> = {
  code: "missing-destination",
  severity: "error",
  summary: "The job has no destination.",
  why: "`destination_conf` is required.",
  on: "job",
  run(job, report) {
    const { object } = job;
    if (!object || isFilterAlone(job)) return;
    const found = propertyIn(job, "job", "destination_conf")?.property;
    const advice = `Add "destination_conf", as in "s3://bucket/path?region=us-east-1".`;
    if (!found) {
      if (isMisnamed(job, "destination_conf")) return;
      const start = { start: object.start, end: object.start + 1 };
      report(start, `Missing destination. ${advice}`);
    } else if (found.value?.kind === "string" && found.value.value.trim() === "") {
      report(found.value, "Empty destination. Add an address.");
    }
  },
  examples: `
{ "name": "shop-errors", "dataset": "http_requests" }
^ error: Missing destination. Add "destination_conf", as in "s3://bucket/path?region=us-east-1".
---
{ "dataset": "http_requests", "destination_conf": "" }
                                                  ^^ error: Empty destination. Add an address.
---
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
`,
};
