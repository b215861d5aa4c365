import { thousands } from "../../text/wording.ts";
import { mostCharacters, mostCharactersInDashboard } from "../catalogue/limits.ts";
import { overLimit } from "../over-limit.ts";
import type { RuleCheck } from "./check.ts";

export const nearLengthLimit: RuleCheck<"rule"> = {
  code: "near-length-limit",
  severity: "warning",
  summary: "The expression has nearly as many characters as the service takes.",
  why: "The service's API takes 4,096 characters, and its dashboard refuses to save more than 4,000. A rule in between can be pushed, and nobody can change it in the dashboard.",
  on: "rule",
  run(rule, report) {
    const { length } = rule;
    if (length <= mostCharactersInDashboard || length > mostCharacters) return;
    report(
      overLimit(rule, mostCharactersInDashboard),
      `This expression has ${thousands(length)} characters; the service takes ${thousands(mostCharacters)}, and its dashboard only ${thousands(mostCharactersInDashboard)}.`,
    );
  },
  examples: [
    {
      text: `
${lines(43)}
  http.cookie contains "debug"
   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This expression has 4,027 characters; the service takes 4,096, and its dashboard only 4,000.
`,
    },
  ],
};

function lines(count: number): string {
  const line = (index: number) => `  http.cookie contains "${String(index).padStart(66, "0")}" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
