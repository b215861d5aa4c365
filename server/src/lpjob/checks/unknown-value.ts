import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { hasVariable } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const unknownValue: JobCheck<"property"> = {
  code: "unknown-value",
  severity: "error",
  summary: "The property does not have this value.",
  why: "The service rejects a job with any other value.",
  on: "property",
  run({ row, property }, report) {
    const { value } = property;
    if (!row?.values || value?.kind !== "string" || hasVariable(value.value, value)) return;
    const known = row.values.map((it) => it.value);
    // Wrong case is reported by another check.
    const small = value.value.toLowerCase();
    if (known.some((it) => it.toLowerCase() === small)) return;
    const guess = nearest(value.value, known);
    const advice = guess ? `Did you mean '${guess}'?` : `Use ${alternatives(known)}.`;
    const fixes: Fix[] = guess
      ? [likelyFix(`Use '${guess}'`, [replace(value, JSON.stringify(guess))])]
      : [];
    report(value, `Invalid '${row.name}' ${shorten(value.value)}. ${advice}`, { fixes });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "timestamp_format": "rfc3999", "output_type": "parquet" }
                                          ^^^^^^^^^ error: Invalid 'timestamp_format' 'rfc3999'. Did you mean 'rfc3339'?
                                                                    ^^^^^^^^^ error: Invalid 'output_type' 'parquet'. Use 'ndjson' or 'csv'.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "timestamp_format": "rfc3339", "output_type": "parquet" }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "kind": "",
  "output_options": { "timestamp_format": "rfc3339ms", "output_type": "csv" }
}
`,
};
