import { removeChild } from "../../json/rewrite/remove.ts";
import type { JobCheck } from "./check.ts";

export const readOnlyProperty: JobCheck<"property"> = {
  code: "read-only-property",
  severity: "info",
  summary: "The service writes this property itself.",
  why: "A job that was read from the service carries what the service knows about it. Sending that back changes nothing, and in a file it is soon out of date.",
  on: "property",
  run({ row, property, object }, report, { text }) {
    if (!row?.readOnly) return;
    const edit = removeChild(object.properties, property, text);
    report(property, `The service writes '${row.name}' itself. Remove it.`, {
      fixes: edit ? [{ title: `Remove '${row.name}'`, edits: [edit] }] : [],
      look: "unnecessary",
    });
  },
  examples: [
    {
      text: `
{
  "id": 146,
  ^^^^^^^^^ info: The service writes 'id' itself. Remove it.
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "last_error": null
  ^^^^^^^^^^^^^^^^^^ info: The service writes 'last_error' itself. Remove it.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "last_error": null
}
`,
    },
  ],
};
