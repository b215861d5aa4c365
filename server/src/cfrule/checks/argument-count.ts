import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const argumentCount: RuleCheck<"rule"> = {
  code: "argument-count",
  severity: "error",
  summary: "The call has too few or too many arguments.",
  why: "The engine counts the arguments of a call and refuses the rule.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "argument-count", report),
  examples: [
    {
      text: `
starts_with(http.request.uri.path)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'starts_with' takes 2 arguments, and there is 1.
`,
    },
    {
      text: `
lower(http.host, http.referer) contains "example"
                 ^^^^^^^^^^^^ error: 'lower' takes 1 argument, and there are 2.
`,
    },
    {
      text: `
concat(http.host, ":", http.request.uri.path) eq "shop.example.com:/cart"
`,
    },
  ],
};
