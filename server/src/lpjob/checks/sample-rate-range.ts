import type { Fix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const sampleRateRange: JobCheck<"job"> = {
  code: "sample-rate-range",
  severity: "error",
  summary: "The sample rate is not a share above 0 and up to 1.",
  why: "A sample rate of 0.1 pushes every tenth log line that passes the filter, and 1 pushes all of them.",
  on: "job",
  run(job, report) {
    const value = setValue(job, "output_options", "sample_rate");
    if (value?.kind !== "number" || (value.value > 0 && value.value <= 1)) return;
    if (value.value === 0) {
      // The reference wants more than 0, and the tools of the service let it pass.
      const message = "A sample rate of 0 is refused, or pushes nothing. Write more than 0.";
      report(value, message, { severity: "warning" });
      return;
    }
    const percent = value.value > 1 && value.value <= 100 ? value.value / 100 : undefined;
    const fixes: Fix[] = percent
      ? [{ title: `Write ${percent}`, edits: [replace(value, String(percent))], guess: true }]
      : [];
    const advice = percent ? ` For ${value.value} % write ${percent}.` : "";
    report(value, `A sample rate lies above 0 and goes up to 1.${advice}`, { fixes });
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"], "sample_rate": 10 }
                                                               ^^ error: A sample rate lies above 0 and goes up to 1. For 10 % write 0.1.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"], "sample_rate": 0.1 }
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"], "sample_rate": 0 }
                                                               ^ warning: A sample rate of 0 is refused, or pushes nothing. Write more than 0.
}
`,
    },
  ],
};
