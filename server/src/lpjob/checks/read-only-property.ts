import { safeFix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { JobCheck } from "./check.ts";

export const readOnlyProperty: JobCheck<"property"> = {
  code: "read-only-property",
  severity: "info",
  summary: "The property is read-only.",
  why: "Jobs read from the service include properties that the service sets. Sending them back has no effect.",
  on: "property",
  run({ row, property, object }, report, { text }) {
    if (!row?.readOnly) return;
    const edit = removeChild(object.properties, property, text);
    report(property, `'${row.name}' is read-only. Remove it.`, {
      fixes: edit ? [safeFix(`Remove '${row.name}'`, [edit])] : [],
      look: "unnecessary",
    });
  },
  examples: `
{
  "id": 146,
  ^^^^^^^^^ info: 'id' is read-only. Remove it.
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "last_error": null
  ^^^^^^^^^^^^^^^^^^ info: 'last_error' is read-only. Remove it.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "last_error": null
}
`,
};
