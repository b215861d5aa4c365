import type { JobCheck } from "./check.ts";

export const jsonSyntax: JobCheck<"job"> = {
  code: "json-syntax",
  severity: "error",
  summary: "The text is not JSON.",
  why: "A job is JSON. Comments and trailing commas are fine in a file: they are removed on push.",
  on: "job",
  run({ json }, report) {
    for (const { start, end, message, fixes, isDepth } of json.errors)
      if (!isDepth) report({ start, end }, message, { fixes });
  },
  examples: [
    {
      text: `
{
  "dataset": "http_requests"
  "destination_conf": 'gs://logs/{DATE}'
  ^^^^^^^^^^^^^^^^^^ error: A ',' is missing before '"destination_conf"'.
                      ^^^^^^^^^^^^^^^^^^ error: A string stands in double quotes, not in single ones.
}
`,
      fixed: `
{
  "dataset": "http_requests",
  "destination_conf": 'gs://logs/{DATE}'
}
`,
    },
    {
      text: `
// Comments and trailing commas are fine.
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
}
`,
    },
  ],
};
