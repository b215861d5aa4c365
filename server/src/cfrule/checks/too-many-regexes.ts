import { maxRegexes } from "../catalog/limits.ts";
import { regexesNearLimit } from "../patterns/regexes.ts";
import type { RuleCheck } from "./check.ts";

export const tooManyRegexes: RuleCheck<"rule"> = {
  code: "too-many-regexes",
  severity: "error",
  summary: "The expression has too many regular expressions.",
  why: 'The limit is 64 per rule, on every plan. Combine alternatives into one: `"^/(?:a|b)$"`. Often `in`, `contains`, `starts_with()` or `wildcard` is equivalent.',
  on: "rule",
  run(rule, report) {
    const found = regexesNearLimit(rule);
    const first = found[maxRegexes];
    if (!first) return;
    report(
      first,
      `Expression has ${found.length} regular expressions; the limit is ${maxRegexes}. This is the first one over the limit.`,
    );
  },
  examples: `
${lines(maxRegexes)}
  http.request.uri.path matches "^/item-64-[0-9]+$"
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Expression has 65 regular expressions; the limit is 64. This is the first one over the limit.
`,
};

function lines(count: number): string {
  const line = (index: number) => `  http.request.uri.path matches "^/item-${index}-[0-9]+$" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
