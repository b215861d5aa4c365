import { thousands } from "../../text/wording.ts";
import { mostCharacters } from "../catalogue/limits.ts";
import { overLimit } from "../over-limit.ts";
import type { RuleCheck } from "./check.ts";

export const expressionTooLong: RuleCheck<"rule"> = {
  code: "expression-too-long",
  severity: "error",
  summary: "The expression has more characters than the service takes.",
  why: "The service takes 4,096 characters. What counts is the text that is pushed, without comments and with single spaces. Long sets of addresses or hosts are the usual reason, and a list holds them better: `ip.src in $name`.",
  on: "rule",
  run(rule, report) {
    const { length } = rule;
    if (length <= mostCharacters) return;
    report(
      overLimit(rule, mostCharacters),
      `This expression has ${thousands(length)} characters, and the service takes ${thousands(mostCharacters)}. What is marked is beyond that.`,
    );
  },
  examples: [
    {
      text: `
# Neither this nor the layout is counted.
${lines(44)}
  http.cookie contains "debug"
      ^^^^^^^^^^^^^^^^^^^^^^^^ error: This expression has 4,120 characters, and the service takes 4,096. What is marked is beyond that.
`,
    },
  ],
};

function lines(count: number): string {
  const line = (index: number) => `  http.cookie contains "${String(index).padStart(66, "0")}" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
