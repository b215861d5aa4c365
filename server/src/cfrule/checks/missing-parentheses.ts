import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const missingParentheses: RuleCheck<"rule"> = {
  code: "missing-parentheses",
  severity: "error",
  summary: "Two comparisons are joined in a call without parentheses of their own.",
  why: "In the parentheses of a call the engine reads one comparison and no further. Another pair makes a whole expression out of what is inside.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "missing-parentheses", report),
  examples: [
    {
      text: `
any(http.request.headers["accept"][*] eq "*/*" or http.request.headers["accept"][*] contains "json")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Inside a call only one comparison is read. Put 'http.request.headers["accept"][*] eq …' in parentheses of its own.
`,
      fixed: `
any((http.request.headers["accept"][*] eq "*/*" or http.request.headers["accept"][*] contains "json"))
`,
    },
  ],
};
