import { mostLevels } from "../../json/syntax/open-brackets.ts";
import type { JobCheck } from "./check.ts";

export const tooDeep: JobCheck<"job"> = {
  code: "too-deep",
  severity: "error",
  summary: "The job is nested too deeply.",
  why: "The text may be valid JSON, but nothing in a job needs this much nesting, and the size limit of a filter is about 1,000 bytes.",
  on: "job",
  run({ json }, report) {
    const depth = json.isCut ? json.errors.find((it) => it.isDepth) : undefined;
    if (depth) report(depth, depth.message);
  },
  examples: [
    {
      context: { severity: { "missing-where": "off", "not-a-node": "off" } },
      text: `
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "filter":
${"[".repeat(mostLevels)}${"]".repeat(mostLevels)}
${" ".repeat(mostLevels - 1)}^ error: Nested more than ${mostLevels} levels deep; only syntax is checked below this level. Reduce the nesting.
}
`,
    },
    `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID", "ClientIP"] }
}
`,
  ],
};
