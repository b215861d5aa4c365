import type { FilterCheck } from "./check.ts";

export const jsonSyntax: FilterCheck<"filter"> = {
  code: "json-syntax",
  severity: "error",
  summary: "The text is not valid JSON.",
  why: "The service rejects a job whose filter is not valid JSON. Comments and trailing commas are allowed in a file: they are removed on push.",
  on: "filter",
  run(filter, report) {
    // An escaped filter is reported once, not per backslash.
    if (filter.escaped) return;
    const { pasted } = filter;
    if (pasted) {
      report(pasted.mark, pasted.message, { fixes: pasted.fixes });
      return;
    }
    for (const { start, end, message, fixes, isDepth } of filter.json.errors) {
      if (!isDepth) report({ start, end }, message, { fixes });
    }
  },
  examples: `
{
  "where": { "key": "ClientIP" "operator": "eq", "value": "192.0.2.1" }
                               ^^^^^^^^^^ error: Missing ',' before '"operator"'.
}
=>
{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
---
{
  "where": { "key": 'ClientIP', "operator": "eq", "value": "192.0.2.1" }
                    ^^^^^^^^^^ error: Use double quotes, not single quotes.
}
=>
{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
---
http.host eq "www.example.com"
^^^^^^^^^ error: This is a rule expression. Move it to a '.cfrule' file, or rewrite each comparison as { "key": …, "operator": …, "value": … }.
---
// Comments and trailing commas are fine.
{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1", },
}
`,
};
