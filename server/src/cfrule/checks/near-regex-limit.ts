import { mostRegexes } from "../catalogue/limits.ts";
import { manyRegexes, regexesNearLimit } from "../patterns/regexes.ts";
import type { RuleCheck } from "./check.ts";

export const nearRegexLimit: RuleCheck<"rule"> = {
  code: "near-regex-limit",
  severity: "warning",
  summary: "The expression has nearly as many regular expressions as the service takes.",
  why: 'The service takes 64 in one rule, on every plan. Alternatives fit into one: `"^/(?:a|b)$"`.',
  on: "rule",
  run(rule, report) {
    const found = regexesNearLimit(rule);
    const last = found.at(-1);
    if (!last || found.length < manyRegexes || found.length > mostRegexes) return;
    report(
      last,
      `This expression has ${found.length} regular expressions; the service takes ${mostRegexes}, so it is near the limit.`,
    );
  },
  examples: [
    {
      text: `
${lines(manyRegexes - 1)}
  http.request.uri.path matches "^/item-57-[0-9]+$"
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This expression has 58 regular expressions; the service takes 64, so it is near the limit.
`,
    },
  ],
};

function lines(count: number): string {
  const line = (index: number) => `  http.request.uri.path matches "^/item-${index}-[0-9]+$" or`;
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
