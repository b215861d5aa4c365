import { safeFix } from "../../core/diagnostic.ts";
import { isJson } from "../../lpfilter/language.ts";
import { replace } from "../../text/edit.ts";
import { firstLineBreak, lineIndent } from "../../text/lines.ts";
import type { JobCheck } from "./check.ts";

export const escapedFilter: JobCheck<"job"> = {
  code: "escaped-filter",
  severity: "info",
  summary: "The job contains its filter as an escaped string.",
  why: "The service stores the filter as an escaped string, and Weir escapes it on push. In a file, plain JSON is easier to read and gets completion and quick fixes.",
  on: "job",
  run({ filter, json }, report) {
    if (filter?.kind !== "escaped") return;
    const { value, plain } = filter;
    const lineBreak = firstLineBreak(json.text) + lineIndent(json.text, value.start);
    const written = plain.replaceAll(/\r?\n/g, lineBreak);
    const backslash = json.text.slice(value.start, value.end).indexOf('\\"');
    const mark = { start: value.start, end: value.start + Math.max(1, backslash + 2) };
    const fix = safeFix("Use plain JSON", [replace(value, written)]);
    report(mark, "This filter is an escaped string. Use plain JSON; Weir escapes it on push.", {
      fixes: [isJson(plain) ? fix : { ...fix, guess: true }],
    });
  },
  examples: String.raw`
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "{\"where\":{\"key\":\"ClientIP\",\"operator\":\"eq\",\"value\":\"192.0.2.1\"}}"
            ^^^^ info: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": {
    "where": {
      "key": "ClientIP",
      "operator": "eq",
      "value": "192.0.2.1"
    }
  }
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "{\"where\":{\"key\":\"ClientIp\",\"operator\":\"eq\",\"value\":\"192.0.2.1\"}}"
            ^^^^ info: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
                                 ^^^^^^^^^^^^ error: 'http_requests' has no field 'ClientIp'. Use 'ClientIP'.
}
`,
};
