import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const missingParentheses: RuleCheck<"rule"> = {
  code: "missing-parentheses",
  severity: "error",
  summary: "Joined comparisons in a call need their own parentheses.",
  why: "Inside the parentheses of a call the engine accepts a single comparison. Another pair of parentheses allows a full expression.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "missing-parentheses", report),
  examples: `
any(http.request.headers["accept"][*] eq "*/*" or http.request.headers["accept"][*] contains "json")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A call allows only one comparison. Wrap 'http.request.headers["accept"][*] eq …' in parentheses.
=>
any((http.request.headers["accept"][*] eq "*/*" or http.request.headers["accept"][*] contains "json"))
`,
};
