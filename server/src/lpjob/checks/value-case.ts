import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { JobCheck } from "./check.ts";

export const valueCase: JobCheck<"property"> = {
  code: "value-case",
  severity: "info",
  summary: "The value is documented in another case.",
  why: "Some tools accept the value in any case. It is not documented whether the service does.",
  on: "property",
  run({ row, property }, report) {
    const { value } = property;
    if (!row?.values || value?.kind !== "string") return;
    const small = value.value.toLowerCase();
    const known = row.values.find((it) => it.value.toLowerCase() === small)?.value;
    if (known === undefined || known === value.value) return;
    const edits = [replace(value, JSON.stringify(known))];
    report(value, `'${value.value}' is documented as '${known}' and may be case-sensitive.`, {
      fix: safeFix(`Use '${known}'`, edits),
    });
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "timestamp_format": "RFC3339" }
                                          ^^^^^^^^^ info: 'RFC3339' is documented as 'rfc3339' and may be case-sensitive. Use 'rfc3339'.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "timestamp_format": "rfc3339" }
}
`,
};
