import { maxRegexes } from "../catalog/limits.ts";
import { manyRegexes, regexesNearLimit } from "../patterns/regexes.ts";
import type { RuleCheck } from "./check.ts";

export const nearRegexLimit: RuleCheck<"rule"> = {
  code: "near-regex-limit",
  severity: "warning",
  summary: "The expression is close to the limit of regular expressions.",
  why: 'The limit is 64 per rule, on every plan. Combine alternatives into one: `"^/(?:a|b)$"`.',
  on: "rule",
  run(rule, report) {
    const found = regexesNearLimit(rule);
    const last = found.at(-1);
    if (!last || found.length < manyRegexes || found.length > maxRegexes) return;
    report(last, `Expression has ${found.length} regular expressions; the limit is ${maxRegexes}.`);
  },
  examples: `
${lines(manyRegexes - 1)}
  http.request.uri.path matches "^/item-57-[0-9]+$"
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Expression has 58 regular expressions; the limit is 64.
`,
};

function lines(count: number): string {
  const line = (index: number) => `  http.request.uri.path matches "^/item-${index}-[0-9]+$" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
