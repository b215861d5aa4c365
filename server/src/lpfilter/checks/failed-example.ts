import { judgeFor } from "../examples/judge.ts";
import { readLine } from "../examples/read.ts";
import type { FilterCheck } from "./check.ts";

export const failedExample: FilterCheck<"filter"> = {
  code: "failed-example",
  severity: "error",
  summary: "A test of the filter fails.",
  why: "Comments `// @keep {…}` and `// @drop {…}` have log lines that the filter must keep or drop. Change the filter or the test. A field that a test does not have counts as empty.",
  on: "filter",
  run(filter, report, { text, examples, datasets, fields }) {
    if (examples.length === 0) return;
    const judge = judgeFor(filter);
    if (!judge) return;
    for (const { kind, value } of examples) {
      const written = text.slice(value.start, value.end);
      const { line } = readLine(written, { dataset: datasets[0] ?? "", fields });
      const judgment = line && judge(kind, line);
      if (!judgment || judgment.passed) continue;
      report(value, judgment.message, { related: judgment.related });
    }
  },
  examples: `
// @keep { "ClientRequestHost": "shop.example.com", "EdgeResponseStatus": 503 }
// @drop { "ClientRequestHost": "shop.example.com", "EdgeResponseStatus": 500 }
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: This line is kept: ClientRequestHost is "shop.example.com", EdgeResponseStatus is 500.
// @keep { "ClientRequestHost": "shop.example.com", "EdgeResponseStatus": 404 }
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: This line is dropped: EdgeResponseStatus is 404.
{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
---
// @keep { "EdgeResponseStatus": 503 }
// @drop {}
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }
`,
};
