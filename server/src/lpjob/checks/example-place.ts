import { exampleDirectives } from "../../lpfilter/language.ts";
import type { JobCheck } from "./check.ts";

export const examplePlace: JobCheck<"job"> = {
  code: "example-place",
  severity: "error",
  summary: "The job has a test but no inline filter.",
  why: "Comments `// @keep {…}` and `// @drop {…}` test the filter of the same file. If the filter is in a file of its own, its tests belong there too.",
  on: "job",
  run({ filter, json }, report, { text }) {
    if (filter?.kind === "inline") return;
    const advice =
      filter?.kind === "path"
        ? `Move it to '${filter.value.value}'.`
        : filter
          ? "Use a filter object."
          : "Add a filter.";
    for (const { kind, name } of exampleDirectives(text, json.comments)) {
      report(name, `'@${kind}' needs a filter in this file. ${advice}`);
    }
  },
  examples: `
// @keep { "EdgeResponseStatus": 503 }
   ^^^^^ error: '@keep' needs a filter in this file. Move it to './errors.lpfilter'.
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/{DATE}?region=eu-central-1",
  "filter": "./errors.lpfilter"
}
---
// @keep { "EdgeResponseStatus": 503 }
{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/{DATE}?region=eu-central-1",
  "filter": { "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }
}
`,
};
