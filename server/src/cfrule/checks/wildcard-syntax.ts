import { reportPatterns } from "../patterns/replace-patterns.ts";
import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardSyntax: RuleCheck<"rule"> = {
  code: "wildcard-syntax",
  severity: "error",
  summary: "Invalid wildcard pattern.",
  why: 'Only `*` is special. Use `\\*` and `\\\\` for the literal characters; a backslash before anything else is invalid, and so are two stars in a row. A raw string, `r"…"`, needs no doubled backslashes.',
  on: "rule",
  run(rule, report) {
    reportProblems(rule, "wildcard-syntax", report);
    reportPatterns(rule, "wildcard_replace", report);
  },
  examples: `
http.request.full_uri wildcard "https://*.example.com/**"
                                                      ^^ error: '**' is not supported. One '*' matches any number of characters; use '\\*' for a literal star.
---
http.request.uri.path strict wildcard r"/price\\list/*"
                                              ^^ error: Invalid escape '\\l'. Use '\\\\' for a backslash; only '\\*' and '\\\\' are supported.
---
http.request.uri.query wildcard r"*\\**"
`,
};
