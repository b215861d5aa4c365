import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const missingQuantifier: RuleCheck<"rule"> = {
  code: "missing-quantifier",
  severity: "error",
  summary: "A comparison per element is outside any() and all().",
  why: "`[*]` gives one result per element, but a rule needs a single one. `any()` is true when at least one result is true; `all()` is true when all are, and also when there are no elements.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "missing-quantifier", report),
  examples: `
http.request.headers["accept"][*] contains "json"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["accept"][*] con…' gives one result per element. Wrap it in any(…) or all(…).
=>
any(http.request.headers["accept"][*] contains "json")
---
any((http.request.headers["accept"][*] contains "json" and ssl))
                                                           ^^^ error: 'ssl' is a single result, but 'http.request.headers["accept"][*] con…' gives one per element. Move the first out of the parentheses.
---
any(http.request.headers["accept"][*] contains "json") and ssl
`,
};
