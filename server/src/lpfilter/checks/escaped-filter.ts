import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { isJson } from "../syntax/escaped.ts";
import type { FilterCheck } from "./check.ts";

export const escapedFilter: FilterCheck<"filter"> = {
  code: "escaped-filter",
  severity: "error",
  summary: "The file contains a filter as an escaped string.",
  why: "The service stores a job's filter as an escaped string. An `.lpfilter` file contains plain JSON; Weir escapes it on push.",
  on: "filter",
  run({ escaped, json }, report) {
    if (!escaped) return;
    const problem = "This filter is an escaped string.";
    if (escaped.inJob) {
      const advice = "Keep only the filter, as plain JSON, and move the job to an '.lpjob' file.";
      report(escaped.mark, `${problem} ${advice}`);
      return;
    }
    const plain = json.text.includes("\r\n")
      ? escaped.plain.replaceAll("\n", "\r\n")
      : escaped.plain;
    const fix = safeFix("Use plain JSON", [replace(escaped, plain)]);
    report(escaped.mark, `${problem} Use plain JSON; Weir escapes it on push.`, {
      fixes: [isJson(plain) ? fix : { ...fix, guess: true }],
    });
  },
  examples: String.raw`
"{\"where\":{\"key\":\"ClientIP\",\"operator\":\"eq\",\"value\":\"192.0.2.1\"}}"
^^^^ error: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
=>
{
  "where": {
    "key": "ClientIP",
    "operator": "eq",
    "value": "192.0.2.1"
  }
}
---
{\"where\":{\"key\":\"ClientIP\",\"operator\":\"eq\",\"value\":\"192.0.2.1\"}}
^^^ error: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
=>
{
  "where": {
    "key": "ClientIP",
    "operator": "eq",
    "value": "192.0.2.1"
  }
}
---
"filter": "{\"where\":{\"key\":\"ClientIP\",\"operator\":\"eq\",\"value\":\"192.0.2.1\"}}",
          ^^^^ error: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
=>
{
  "where": {
    "key": "ClientIP",
    "operator": "eq",
    "value": "192.0.2.1"
  }
}
---
{ "where": { "key": "ClientRequestUserAgent", "operator": "contains", "value": "\"where\"" } }
`,
};
