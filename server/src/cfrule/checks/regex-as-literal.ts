import { replace } from "../../text/edit.ts";
import { plainComparison } from "../patterns/plain-comparison.ts";
import { looksAtAddress } from "../patterns/regex-places.ts";
import { slashedRegex } from "../patterns/slashed-regex.ts";
import { doubledBackslashes } from "../regex/doubled-backslashes.ts";
import { literalForm, literalFormOfLine } from "../regex/literal-form.ts";
import { globStars, queryMarks, unescapedDots } from "../regex/pitfalls.ts";
import { type RegexUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexAsLiteral: RuleCheck<"regexes"> = {
  code: "regex-as-literal",
  severity: "info",
  summary: "A regular expression is equivalent to a plain comparison.",
  why: "Plain comparisons are easier to read and work on every plan, but regular expressions need Business or Enterprise and are limited to 64 per rule.",
  on: "regexes",
  run(rule, report) {
    for (const regex of valueFacts(rule).regexes) {
      const { comparison, root } = regex;
      const exact = literalForm(root);
      const form = exact ?? literalFormOfLine(root);
      // A bare '/' is likely part of an unfinished pattern.
      if (!form || form.values.includes("/") || isLikelyError(regex)) continue;
      const { left } = comparison;
      const plain = plainComparison(form, left, rule.text.slice(left.start, left.end));
      if (!plain) continue;
      report(
        comparison.right,
        `This regex is equivalent to '${plain.name}'. Use '${plain.name}'.`,
        {
          fixes: [
            {
              title: `Use '${plain.name}'`,
              edits: [replace(comparison, plain.text)],
              // A dot does not match a line break.
              ...(exact ? {} : { guess: true }),
            },
          ],
        },
      );
    }
  },
  examples: `
http.host matches r"^a\\.example$"
                  ^^^^^^^^^^^^^^^ info: This regex is equivalent to 'eq'. Use 'eq'.
=>
http.host eq "a.example"
---
http.request.uri.path matches "^/admin/" and ssl
                              ^^^^^^^^^^ info: This regex is equivalent to 'starts_with'. Use 'starts_with'.
=>
starts_with(http.request.uri.path, "/admin/") and ssl
---
http.user_agent matches "(?i)curl"
                        ^^^^^^^^^^ info: This regex is equivalent to 'wildcard'. Use 'wildcard'.
=>
http.user_agent wildcard "*curl*"
---
http.request.uri.path matches "^/(login|signup)$"
                              ^^^^^^^^^^^^^^^^^^^ info: This regex is equivalent to 'in'. Use 'in'.
=>
http.request.uri.path in {"/login" "/signup"}
---
http.user_agent matches "^.*curl.*$" or http.request.uri.path matches "^.*[.]php$"
                        ^^^^^^^^^^^^ info: This regex is equivalent to 'contains'. Use 'contains'.
=>
http.user_agent contains "curl" or http.request.uri.path matches "^.*[.]php$"
---
any(http.request.headers["x-env"][*] matches "^test-")
                                             ^^^^^^^^ info: This regex is equivalent to 'strict wildcard'. Use 'strict wildcard'.
=>
any(http.request.headers["x-env"][*] strict wildcard "test-*")
`,
};

/** Likely an error in the regex, which another check reports. */
function isLikelyError(regex: RegexUse): boolean {
  if (doubledBackslashes(regex.literal.pattern).length > 0 || slashedRegex(regex)) return true;
  if (!looksAtAddress(regex)) return false;
  return [globStars, queryMarks, unescapedDots].some((habit) => habit(regex.root).length > 0);
}
