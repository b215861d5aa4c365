import { type Fix, safeFix } from "../../core/diagnostic.ts";
import { doubledBackslashes } from "../regex/doubled-backslashes.ts";
import type { RegexLiteral, StringLiteral } from "../syntax/tree.ts";
import { asRaw } from "../values/spelling.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const preferRawString: RuleCheck<"rule"> = {
  code: "prefer-raw-string",
  severity: "info",
  summary: "A pattern with backslashes is not a raw string.",
  why: "A raw string has no escapes, so the pattern reads as the engine sees it. In quotes, escapes differ between regular expressions and strings, and a literal star in a wildcard pattern needs two backslashes.",
  on: "rule",
  run(rule, report) {
    const { text } = rule;
    const { regexes, wildcards } = valueFacts(rule);
    for (const { literal } of regexes) {
      if (literal.form !== "quoted" || !literal.pattern.includes("\\")) continue;
      // Another check reports doubled backslashes.
      if (doubledBackslashes(literal.pattern).length > 0) continue;
      report(literal, message, { fixes: [raw(literal, literal.pattern, text)] });
    }
    for (const { literal: value } of wildcards) {
      if (value.form !== "quoted" || !value.value.includes("\\")) continue;
      // Escaped bytes cannot be written in a raw string.
      if (/\\[x0-7]/.test(text.slice(value.start, value.end))) continue;
      report(value, message, { fixes: [raw(value, value.value, text)] });
    }
  },
  examples: `
http.request.uri.path matches "\\.(php|aspx?)$"
                              ^^^^^^^^^^^^^^^^ info: This pattern has backslashes. Use a raw string.
=>
http.request.uri.path matches r"\\.(php|aspx?)$"
---
http.request.uri.path wildcard "/a\\\\*b/*"
                               ^^^^^^^^^^ info: This pattern has backslashes. Use a raw string.
=>
http.request.uri.path wildcard r"/a\\*b/*"
`,
};

const message = "This pattern has backslashes. Use a raw string.";

function raw(literal: RegexLiteral | StringLiteral, pattern: string, text: string): Fix {
  return safeFix("Use a raw string", [asRaw(literal, pattern, text)]);
}
