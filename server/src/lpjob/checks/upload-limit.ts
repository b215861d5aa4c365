import type { Fix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { thousands } from "../../text/wording.ts";
import type { JobCheck } from "./check.ts";

export const uploadLimit: JobCheck<"property"> = {
  code: "upload-limit",
  severity: "error",
  summary: "A limit for the files of a job is lower or higher than the service takes.",
  why: "A file holds 5 MB to 1 GB, or 1,000 to 1,000,000 lines, and waits 30 to 300 seconds. Zero leaves the limit to the service.",
  on: "property",
  run({ row, property: { value } }, report, { job }) {
    if (!row?.limits || value?.kind !== "number" || !Number.isInteger(value.value)) return;
    const { unit, most } = row.limits;
    const ownLeast = unit === "bytes" ? job.destination?.provider?.leastBytes : undefined;
    const least = ownLeast ?? row.limits.least;
    if (value.value === 0 || (value.value >= least && value.value <= most)) return;
    const near = value.value < least ? least : most;
    const fixes: Fix[] = [
      { title: `Write ${near}`, edits: [replace(value, String(near))], guess: true },
    ];
    const range = `${thousands(least)} to ${thousands(most)} ${unit}`;
    report(value, `'${row.name}' is ${range}, or 0 to leave it to the service.`, { fixes });
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "max_upload_bytes": 1000,
                      ^^^^ error: 'max_upload_bytes' is 5,000,000 to 1,000,000,000 bytes, or 0 to leave it to the service.
  "max_upload_interval_seconds": 600
                                 ^^^ error: 'max_upload_interval_seconds' is 30 to 300 seconds, or 0 to leave it to the service.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "max_upload_bytes": 5000000,
  "max_upload_interval_seconds": 600
}
`,
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "max_upload_bytes": 0,
  "max_upload_records": 100000
}
`,
    },
  ],
};
