import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { Pasted } from "../../json/pasted/pasted.ts";
import { replace } from "../../text/edit.ts";
import type { JobCheck } from "./check.ts";

export const jsonSyntax: JobCheck<"job"> = {
  code: "json-syntax",
  severity: "error",
  summary: "The text is not valid JSON.",
  why: "A job is JSON. Comments and trailing commas are allowed in a file: they are removed on push.",
  on: "job",
  run({ json, pasted }, report) {
    if (pasted) {
      report(pasted.mark, pasted.message, { fixes: keepInner(pasted) });
      return;
    }
    for (const { start, end, message, fixes, isDepth } of json.errors)
      if (!isDepth) report({ start, end }, message, { fixes });
  },
  examples: `
{
  "dataset": "http_requests"
  "destination_conf": 'gs://logs/{DATE}'
  ^^^^^^^^^^^^^^^^^^ error: Missing ',' before '"destination_conf"'.
                      ^^^^^^^^^^^^^^^^^^ error: Use double quotes, not single quotes.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": 'gs://logs/{DATE}'
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}"
            ^^ error: The quotes in this string are not escaped. Use an object, without quotes around it.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": {"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}
}
---
// Comments and trailing commas are fine.
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
}
`,
};

function keepInner({ title, around, inner }: Pasted): Fix[] {
  if (inner === undefined) return [];
  return [likelyFix(title, [replace(around, inner)])];
}
