import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { thousands } from "../../text/wording.ts";
import type { JobCheck } from "./check.ts";

export const uploadLimit: JobCheck<"property"> = {
  code: "upload-limit",
  severity: "error",
  summary: "An upload limit is out of range.",
  why: "A file can have 5 MB to 1 GB, or 1,000 to 1,000,000 lines, and is sent after 30 to 300 seconds. Use 0 for the service's default.",
  on: "property",
  run({ row, property: { value } }, report, { job }) {
    if (!row?.limits || value?.kind !== "number" || !Number.isInteger(value.value)) return;
    const { unit, most } = row.limits;
    const ownLeast = unit === "bytes" ? job.destination?.provider?.leastBytes : undefined;
    const least = ownLeast ?? row.limits.least;
    if (value.value === 0 || (value.value >= least && value.value <= most)) return;
    const near = value.value < least ? least : most;
    const fixes: Fix[] = [likelyFix(`Use ${near}`, [replace(value, String(near))])];
    const range = `${thousands(least)} to ${thousands(most)} ${unit}`;
    report(value, `'${row.name}' must be ${range}, or 0 for the service's default.`, { fixes });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "max_upload_bytes": 1000,
                      ^^^^ error: 'max_upload_bytes' must be 5,000,000 to 1,000,000,000 bytes, or 0 for the service's default.
  "max_upload_interval_seconds": 600
                                 ^^^ error: 'max_upload_interval_seconds' must be 30 to 300 seconds, or 0 for the service's default.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "max_upload_bytes": 5000000,
  "max_upload_interval_seconds": 600
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "max_upload_bytes": 0,
  "max_upload_records": 100000
}
`,
};
