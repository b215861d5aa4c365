import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const valueExpression: RuleCheck<"rule"> = {
  code: "value-expression",
  severity: "error",
  summary: "A file with '# @value' holds more than one value.",
  why: "A value expression makes the new path, query, header or address of a rule that rewrites. It is one field, one element or one call; a text alone goes into the rule as it is, without an expression.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "value-expression", report),
  examples: [
    {
      text: `
# @value
http.host eq "shop.example.com"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A value expression is one field or one call. Remove '# @value' if this is meant for a filter.
`,
    },
    {
      text: `
# @value
http.request.headers.names[*]
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A value expression makes one value, and '[*]' stands for many. Remove '[*]'.
`,
    },
    {
      text: `
# @value
concat("/shop", http.request.uri.path)
`,
    },
  ],
};
