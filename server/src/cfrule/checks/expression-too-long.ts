import { countText, thousands } from "../../text/wording.ts";
import { maxCharacters } from "../catalog/limits.ts";
import { overLimit } from "../over-limit.ts";
import type { RuleCheck } from "./check.ts";

export const expressionTooLong: RuleCheck<"rule"> = {
  code: "expression-too-long",
  severity: "error",
  summary: "The expression exceeds the length limit.",
  why: "The limit is 4,096 characters of the text that is pushed: without comments and with single spaces. Long sets of addresses or hosts are the usual cause; move them to a list: `ip.src in $name`.",
  on: "rule",
  run(rule, report) {
    const { length, context } = rule;
    if (length <= maxCharacters) return;
    report(
      overLimit(rule, maxCharacters),
      `Expression is ${countText(length, context.hasHoles)} characters; the limit is ${thousands(maxCharacters)}. The marked part is over the limit.`,
    );
  },
  examples: `
# Comments and formatting are not counted.
${lines(44)}
  http.cookie contains "debug"
      ^^^^^^^^^^^^^^^^^^^^^^^^ error: Expression is 4,120 characters; the limit is 4,096. The marked part is over the limit.
`,
};

function lines(count: number): string {
  const line = (index: number) => `  http.cookie contains "${String(index).padStart(66, "0")}" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
