import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const unknownFunction: RuleCheck<"rule"> = {
  code: "unknown-function",
  severity: "error",
  summary: "Unknown function.",
  why: "There are about thirty functions, and you cannot define your own.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "unknown-function", report),
  examples: [
    {
      text: `
startswith(http.request.uri.path, "/api/")
^^^^^^^^^^ error: Unknown function 'startswith'. Did you mean 'starts_with'?
`,
      fixed: `
starts_with(http.request.uri.path, "/api/")
`,
    },
    {
      text: `
tolower(http.host) eq "shop.example.com"
^^^^^^^ error: Unknown function 'tolower'. Did you mean 'lower'?
`,
      fixed: `
lower(http.host) eq "shop.example.com"
`,
    },
    {
      text: `
starts_with(lower(http.request.uri.path), "/api/")
`,
    },
  ],
};
