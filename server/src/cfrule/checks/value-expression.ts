import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const valueExpression: RuleCheck<"rule"> = {
  code: "value-expression",
  severity: "error",
  summary: "A file with '# @value' is not a single value.",
  why: "A value expression creates the new path, query, header or address in a rewrite rule. It is one field, one element or one call; a plain string goes into the rule directly, without an expression.",
  on: "rule",
  run(rule, report) {
    // A host document does not use a directive for this.
    const isInHost = rule.context.surroundings !== undefined;
    const own: typeof report = (span, message, more) =>
      report(span, isInHost ? message.replace(/ Remove '# @value'.*/, "") : message, more);
    reportProblems(rule, "value-expression", own);
  },
  examples: `
# @value
http.host eq "shop.example.com"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A value expression is a single field or call. Remove '# @value' if this is not one.
---
# @value
http.request.headers.names[*]
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: A value expression gives a single value, but '[*]' gives many. Remove '[*]'.
---
# @value
concat("/shop", http.request.uri.path)
`,
};
