import { maxDepth } from "../catalog/limits.ts";
import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const tooDeep: RuleCheck<"rule"> = {
  code: "too-deep",
  severity: "error",
  summary: "The expression is nested too deeply.",
  why: "The engine counts nested parentheses, `not`, calls, `any()` and `all()`, and rejects more than 128 levels.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "too-deep", report),
  examples: `
${"concat(".repeat(maxDepth + 1)}http.host${', "/")'.repeat(maxDepth + 1)} contains "example"
${" ".repeat(7 * maxDepth)}^^^^^^ error: Nesting is more than 128 levels deep, which the engine rejects. Deeper parts are not checked.
`,
};
