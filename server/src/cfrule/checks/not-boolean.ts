import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const notBoolean: RuleCheck<"rule"> = {
  code: "not-boolean",
  severity: "error",
  summary: "Expected a Boolean, found another type.",
  why: "Only Booleans, such as `ssl` or the result of `starts_with()`, can be used on their own. Compare all other values.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "not-boolean", report),
  examples: `
http.referer and ssl
^^^^^^^^^^^^ error: Expected a Boolean, but 'http.referer' is a String. Compare it: eq "…".
---
not cf.bot_management.score
    ^^^^^^^^^^^^^^^^^^^^^^^ error: Expected a Boolean, but 'cf.bot_management.score' is an Integer. Compare it: eq 0.
---
http.referer ne "" and cf.bot_management.verified_bot
`,
};
