import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const missingQuantifier: RuleCheck<"rule"> = {
  code: "missing-quantifier",
  severity: "error",
  summary: "A comparison of each element stands outside any() and all().",
  why: "`[*]` gives as many answers as there are elements, and a rule needs one. `any()` is true when one of them is, `all()` when all are, and so as well when there is no element.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "missing-quantifier", report),
  examples: [
    {
      text: `
http.request.headers["accept"][*] contains "json"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["accept"][*] con…' is true or false for each element. Put it in any(…) or all(…).
`,
      fixed: `
any(http.request.headers["accept"][*] contains "json")
`,
    },
    {
      text: `
any((http.request.headers["accept"][*] contains "json" and ssl))
                                                           ^^^ error: 'ssl' is one answer, and 'http.request.headers["accept"][*] con…' is one for each element. Move the first out of the parentheses.
`,
    },
    {
      text: `
any(http.request.headers["accept"][*] contains "json") and ssl
`,
    },
  ],
};
