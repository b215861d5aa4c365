import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const notBoolean: RuleCheck<"rule"> = {
  code: "not-boolean",
  severity: "error",
  summary: "A value stands where something true or false belongs.",
  why: "Only Booleans, such as `ssl` or what `starts_with()` gives, stand alone. All other values are compared with something.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "not-boolean", report),
  examples: [
    {
      text: `
http.referer and ssl
^^^^^^^^^^^^ error: 'http.referer' is a String and neither true nor false. Compare it, as in eq "…".
`,
    },
    {
      text: `
not cf.bot_management.score
    ^^^^^^^^^^^^^^^^^^^^^^^ error: 'cf.bot_management.score' is an Integer and neither true nor false. Compare it, as in eq 0.
`,
    },
    {
      text: `
http.referer ne "" and cf.bot_management.verified_bot
`,
    },
  ],
};
