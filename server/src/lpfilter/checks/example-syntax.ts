import { shiftEdit } from "../../text/edit.ts";
import { readLine } from "../examples/read.ts";
import type { FilterCheck } from "./check.ts";

export const exampleSyntax: FilterCheck<"filter"> = {
  code: "example-syntax",
  severity: "error",
  summary: "Invalid test.",
  why: 'A test is a log line as a JSON object in one line, as in `// @keep { "EdgeResponseStatus": 503 }`, with fields of the dataset and values of their types.',
  on: "filter",
  run(_, report, { text, examples, datasets, fields }) {
    for (const { kind, name, value } of examples) {
      const written = text.slice(value.start, value.end);
      if (written === "") {
        const example = `// @${kind} { "EdgeResponseStatus": 503 }`;
        report(name, `'@${kind}' needs a log line, as in '${example}'.`);
        continue;
      }
      const { problems } = readLine(written, { dataset: datasets[0] ?? "", fields });
      for (const { start, end, message, fixes } of problems) {
        report({ start: value.start + start, end: value.start + end }, message, {
          fixes: fixes.map((fix) => ({
            ...fix,
            edits: fix.edits.map((it) => shiftEdit(it, value.start)),
          })),
        });
      }
    }
  },
  examples: `
// @keep { "EdgeResponseStatu": 503 }
           ^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'EdgeResponseStatu'. Did you mean 'EdgeResponseStatus'?
// @keep { "EdgeResponseStatus": "many" }
                                 ^^^^^^ error: 'EdgeResponseStatus' is of type int, found '"many"'.
// @drop 503
         ^^^ error: Expected a log line as an object, as in { "EdgeResponseStatus": 503 }, found '503'.
// @drop
   ^^^^^ error: '@drop' needs a log line, as in '// @drop { "EdgeResponseStatus": 503 }'.
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }
=>
// @keep { "EdgeResponseStatus": 503 }
// @keep { "EdgeResponseStatus": "many" }
// @drop 503
// @drop
{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }
---
/* @keep { "SecurityActions": ["block"] } */
{ "where": { "key": "SecurityActions", "operator": "contains", "value": "block" } }
`,
};
