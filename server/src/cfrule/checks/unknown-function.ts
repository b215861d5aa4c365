import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const unknownFunction: RuleCheck<"rule"> = {
  code: "unknown-function",
  severity: "error",
  summary: "Unknown function.",
  why: "There are about thirty functions, and you cannot define your own.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "unknown-function", report),
  examples: `
startswith(http.request.uri.path, "/api/")
^^^^^^^^^^ error: Unknown function 'startswith'. Did you mean 'starts_with'?
=>
starts_with(http.request.uri.path, "/api/")
---
tolower(http.host) eq "shop.example.com"
^^^^^^^ error: Unknown function 'tolower'. Did you mean 'lower'?
=>
lower(http.host) eq "shop.example.com"
---
starts_with(lower(http.request.uri.path), "/api/")
`,
};
