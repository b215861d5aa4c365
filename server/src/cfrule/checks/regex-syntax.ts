import { reportPatterns } from "../patterns/replace-patterns.ts";
import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const regexSyntax: RuleCheck<"rule"> = {
  code: "regex-syntax",
  severity: "error",
  summary: "Invalid regular expression.",
  why: 'The engine uses Rust regular expressions on bytes: lookaround and backreferences are not supported, and a class such as `\\p{L}` needs `(?u)` before it. A regular expression in quotes keeps its backslashes; only `\\"` is an escape, for a quote.',
  on: "rule",
  run(rule, report) {
    reportProblems(rule, "regex-syntax", report);
    reportPatterns(rule, "regex_replace", report);
  },
  examples: `
http.request.uri.path matches "^/(login|admin$"
                                 ^ error: Expected ')' to close this '('. Use '\\(' for a parenthesis.
---
http.request.uri.path matches "^/(?!static/)"
                                 ^^^ error: Lookahead '(?!' is not supported. Add a second comparison with 'and not'.
---
http.user_agent matches "([a-z])\\1"
                                ^^ error: Backreference '\\1' is not supported. Repeat what the group matches.
---
# @value
regex_replace(http.request.uri.path, "^/(?!static/)", "/")
                                        ^^^ error: Lookahead '(?!' is not supported. Add a second comparison with 'and not'.
---
http.request.uri.path matches r"^/v[0-9]+/(?:login|admin)$"
`,
};
