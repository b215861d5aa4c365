import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const argumentKind: RuleCheck<"rule"> = {
  code: "argument-kind",
  severity: "error",
  summary: "A literal is used where the function needs a field, or the other way round.",
  why: "Many functions need a field or another call as their first argument, because the result for a literal would always be the same. Separators and patterns must be literals.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "argument-kind", report),
  examples: `
starts_with("/api/", http.request.uri.path)
            ^^^^^^^ error: 'starts_with' needs a field or a call as 'source', found the literal '"/api/"'. Use starts_with(http.request.uri.path, "/api/").
---
any(split(http.cookie, http.host, 4)[*] eq "debug=1")
                       ^^^^^^^^^ error: 'split' needs a literal as 'separator', found 'http.host'.
---
starts_with(http.request.uri.path, "/api/")
`,
};
