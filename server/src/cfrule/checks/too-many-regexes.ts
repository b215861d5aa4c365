import { mostRegexes } from "../catalogue/limits.ts";
import { regexesNearLimit } from "../patterns/regexes.ts";
import type { RuleCheck } from "./check.ts";

export const tooManyRegexes: RuleCheck<"rule"> = {
  code: "too-many-regexes",
  severity: "error",
  summary: "The expression has more regular expressions than the service takes.",
  why: 'The service takes 64 in one rule, on every plan. Alternatives fit into one: `"^/(?:a|b)$"`. Many need none at all, as `in`, `contains`, `starts_with()` and `wildcard` say the same.',
  on: "rule",
  run(rule, report) {
    const found = regexesNearLimit(rule);
    const first = found[mostRegexes];
    if (!first) return;
    report(
      first,
      `This expression has ${found.length} regular expressions, and the service takes ${mostRegexes}. This is the first beyond that.`,
    );
  },
  examples: [
    {
      text: `
${lines(mostRegexes)}
  http.request.uri.path matches "^/item-64-[0-9]+$"
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: This expression has 65 regular expressions, and the service takes 64. This is the first beyond that.
`,
    },
  ],
};

function lines(count: number): string {
  const line = (index: number) => `  http.request.uri.path matches "^/item-${index}-[0-9]+$" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
