import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const argumentCount: RuleCheck<"rule"> = {
  code: "argument-count",
  severity: "error",
  summary: "A call has too few or too many arguments.",
  why: "The engine rejects calls with the wrong number of arguments.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "argument-count", report),
  examples: `
starts_with(http.request.uri.path)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'starts_with' needs 2 arguments, found 1.
---
lower(http.host, http.referer) contains "example"
                 ^^^^^^^^^^^^ error: 'lower' needs 1 argument, found 2.
---
concat(http.host, ":", http.request.uri.path) eq "shop.example.com:/cart"
`,
};
