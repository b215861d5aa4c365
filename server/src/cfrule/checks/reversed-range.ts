import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const reversedRange: RuleCheck<"rule"> = {
  code: "reversed-range",
  severity: "error",
  summary: "A range is reversed.",
  why: "The engine rejects a reversed range. Put the smaller end first.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "reversed-range", report),
  examples: `
http.response.code in {599..500}
                       ^^^^^^^^ error: This range is reversed. Use 500..599.
=>
http.response.code in {500..599}
---
ip.src in {192.0.2.20..192.0.2.10}
           ^^^^^^^^^^^^^^^^^^^^^^ error: This range is reversed. Use 192.0.2.10..192.0.2.20.
=>
ip.src in {192.0.2.10..192.0.2.20}
---
http.response.code in {500..599}
`,
};
