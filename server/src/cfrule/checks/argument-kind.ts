import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const argumentKind: RuleCheck<"rule"> = {
  code: "argument-kind",
  severity: "error",
  summary: "A value stands where the function takes a field, or the other way round.",
  why: "Many functions take a field or another call first, as the result of a written value would always be the same. Separators and patterns on the other hand must be written out.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "argument-kind", report),
  examples: [
    {
      text: `
starts_with("/api/", http.request.uri.path)
            ^^^^^^^ error: 'starts_with' takes a field or a call as 'source', not a value such as '"/api/"'.
`,
    },
    {
      text: `
any(split(http.cookie, http.host, 4)[*] eq "debug=1")
                       ^^^^^^^^^ error: 'split' takes only a value that is written out as 'separator', not 'http.host'.
`,
    },
    {
      text: `
starts_with(http.request.uri.path, "/api/")
`,
    },
  ],
};
