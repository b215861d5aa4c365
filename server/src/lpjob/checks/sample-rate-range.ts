import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { setValue } from "../syntax/job.ts";
import type { JobCheck } from "./check.ts";

export const sampleRateRange: JobCheck<"job"> = {
  code: "sample-rate-range",
  severity: "error",
  summary: "The sample rate must be above 0 and at most 1.",
  why: "A sample rate of 0.1 sends 10% of the log lines that match the filter; 1 sends all of them.",
  on: "job",
  run(job, report) {
    const value = setValue(job, "output_options", "sample_rate");
    if (value?.kind !== "number" || (value.value > 0 && value.value <= 1)) return;
    if (value.value === 0) {
      // The reference requires more than 0, but the service's tools accept it.
      const message = "A sample rate of 0 is rejected or sends nothing. Use a number above 0.";
      report(value, message, { severity: "warning" });
      return;
    }
    const percent = value.value > 1 && value.value <= 100 ? value.value / 100 : undefined;
    const fixes: Fix[] = percent
      ? [likelyFix(`Use ${percent}`, [replace(value, String(percent))])]
      : [];
    const advice = percent ? ` For ${value.value}%, use ${percent}.` : "";
    report(value, `The sample rate must be above 0 and at most 1.${advice}`, { fixes });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"], "sample_rate": 10 }
                                                               ^^ error: The sample rate must be above 0 and at most 1. For 10%, use 0.1.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"], "sample_rate": 0.1 }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID"], "sample_rate": 0 }
                                                               ^ warning: A sample rate of 0 is rejected or sends nothing. Use a number above 0.
}
`,
};
