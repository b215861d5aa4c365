import { mostLevels } from "../../json/syntax/open-brackets.ts";
import type { JobCheck } from "./check.ts";

export const tooDeep: JobCheck<"job"> = {
  code: "too-deep",
  severity: "error",
  summary: "Brackets are nested deeper than anyone's job.",
  why: "The text may well be JSON, but nothing in a job needs so many brackets, and a filter in one may have about 1,000 bytes.",
  on: "job",
  run({ json }, report) {
    const depth = json.isCut ? json.errors.find((it) => it.isDepth) : undefined;
    if (depth) report(depth, depth.message);
  },
  examples: [
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "filter":
${"[".repeat(mostLevels)}${"]".repeat(mostLevels)}
${" ".repeat(mostLevels - 1)}^ error: Brackets are nested more than ${mostLevels} deep here, and what is further inside is looked at for its syntax only. Flatten them.
}
`,
      context: { severity: { "missing-where": "off", "not-a-node": "off" } },
    },
    {
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "output_options": { "field_names": ["RayID", "ClientIP"] }
}
`,
    },
  ],
};
