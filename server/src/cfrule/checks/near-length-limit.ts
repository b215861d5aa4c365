import { countText, thousands } from "../../text/wording.ts";
import { maxCharacters, maxCharactersInDashboard } from "../catalog/limits.ts";
import { overLimit } from "../over-limit.ts";
import type { RuleCheck } from "./check.ts";

export const nearLengthLimit: RuleCheck<"rule"> = {
  code: "near-length-limit",
  severity: "warning",
  summary: "The expression is close to the length limit.",
  why: "The API accepts 4,096 characters, but the dashboard cannot save more than 4,000. A rule in between can be pushed, but not edited in the dashboard.",
  on: "rule",
  run(rule, report) {
    const { length, context } = rule;
    if (length <= maxCharactersInDashboard || length > maxCharacters) return;
    report(
      overLimit(rule, maxCharactersInDashboard),
      `Expression is ${countText(length, context.hasHoles)} characters; the limit is ${thousands(maxCharacters)}, and ${thousands(maxCharactersInDashboard)} in the dashboard.`,
    );
  },
  examples: `
${lines(43)}
  http.cookie contains "debug"
   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Expression is 4,027 characters; the limit is 4,096, and 4,000 in the dashboard.
`,
};

function lines(count: number): string {
  const line = (index: number) => `  http.cookie contains "${String(index).padStart(66, "0")}" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
