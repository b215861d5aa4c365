import { reportPatterns } from "../patterns/replace-patterns.ts";
import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardSyntax: RuleCheck<"rule"> = {
  code: "wildcard-syntax",
  severity: "error",
  summary: "The wildcard pattern cannot be read.",
  why: 'Only `*` is special. `\\*` and `\\\\` stand for the characters themselves, and a backslash before anything else is refused, as are two stars in a row. A raw string, `r"…"`, saves doubling the backslashes.',
  on: "rule",
  run(rule, report) {
    reportProblems(rule, "wildcard-syntax", report);
    reportPatterns(rule, "wildcard_replace", report);
  },
  examples: [
    {
      text: `
http.request.full_uri wildcard "https://*.example.com/**"
                                                      ^^ error: The engine refuses '**'. One '*' matches any number of characters; write '\\*' for the character itself.
`,
    },
    {
      text: `
http.request.uri.path strict wildcard r"/price\\list/*"
                                              ^^ error: '\\l' is no escape: only '\\*' and '\\\\' are. Write '\\\\' for a backslash.
`,
    },
    {
      text: `
http.request.uri.query wildcard r"*\\**"
`,
    },
  ],
};
