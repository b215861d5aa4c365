import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const indexType: RuleCheck<"rule"> = {
  code: "index-type",
  severity: "error",
  summary: "What stands in brackets does not fit what it picks from.",
  why: 'The elements of a map have names, `["name"]`, and those of an array are counted from zero, `[0]`. Other values have no elements.',
  on: "rule",
  run: (rule, report) => reportProblems(rule, "index-type", report),
  examples: [
    {
      text: `
http.request.headers[0][0] eq "2"
                    ^^^ error: This is a Map<Array<String>>, and its elements have names. Write a string in quotes, as in ["name"].
`,
    },
    {
      text: `
http.request.headers["x-version"]["first"] eq "2"
                                 ^^^^^^^^^ error: This is an Array<String>, and its elements have numbers. Write one, as in [0], or [*] for each of them.
`,
    },
    {
      text: `
http.host[0] eq "shop"
         ^^^ error: Only maps and arrays have elements, and what stands before '[0]' is a String. Remove it.
`,
    },
    {
      text: `
http.request.headers["x-version"][0] eq "2"
`,
    },
  ],
};
