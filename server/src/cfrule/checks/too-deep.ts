import { mostDepth } from "../catalogue/limits.ts";
import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const tooDeep: RuleCheck<"rule"> = {
  code: "too-deep",
  severity: "error",
  summary: "Parentheses, negations and calls are nested deeper than the engine reads.",
  why: "The engine counts parentheses, `not`, calls, `any()` and `all()` inside each other, and stops after 128 levels.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "too-deep", report),
  examples: [
    {
      text: `
${"concat(".repeat(mostDepth + 1)}http.host${', "/")'.repeat(mostDepth + 1)} contains "example"
${" ".repeat(7 * mostDepth)}^^^^^^ error: Parentheses, 'not' and calls are more than 128 levels deep here, which the engine refuses. What is further inside is not looked at.
`,
    },
  ],
};
