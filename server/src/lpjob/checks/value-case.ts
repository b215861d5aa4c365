import { replace } from "../../text/edit.ts";
import type { JobCheck } from "./check.ts";

export const valueCase: JobCheck<"property"> = {
  code: "value-case",
  severity: "info",
  summary: "The word is documented in other letter case.",
  why: "Some tools take the word in any letter case. Whether the service does is not published.",
  on: "property",
  run({ row, property }, report) {
    const { value } = property;
    if (!row?.values || value?.kind !== "string") return;
    const small = value.value.toLowerCase();
    const known = row.values.find((it) => it.value.toLowerCase() === small)?.value;
    if (known === undefined || known === value.value) return;
    const edits = [replace(value, JSON.stringify(known))];
    report(value, `'${value.value}' is documented as '${known}', and letter case may count.`, {
      fixes: [{ title: `Write '${known}'`, edits }],
    });
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "timestamp_format": "RFC3339" }
                                          ^^^^^^^^^ info: 'RFC3339' is documented as 'rfc3339', and letter case may count.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "timestamp_format": "rfc3339" }
}
`,
    },
  ],
};
