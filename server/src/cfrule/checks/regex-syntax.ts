import { reportPatterns } from "../patterns/replace-patterns.ts";
import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const regexSyntax: RuleCheck<"rule"> = {
  code: "regex-syntax",
  severity: "error",
  summary: "The regular expression cannot be compiled.",
  why: 'The engine uses the regular expressions of Rust, byte by byte: there is no look-around, there are no back-references, and a class such as `\\p{L}` needs `(?u)` before it. In quotes a regular expression keeps its backslashes; only `\\"` stands for a quote.',
  on: "rule",
  run(rule, report) {
    reportProblems(rule, "regex-syntax", report);
    reportPatterns(rule, "regex_replace", report);
  },
  examples: [
    {
      text: `
http.request.uri.path matches "^/(login|admin$"
                                 ^ error: Expected ')' to close this '('. Write '\\(' for a parenthesis.
`,
    },
    {
      text: `
http.request.uri.path matches "^/(?!static/)"
                                 ^^^ error: '(?!' looks ahead, which the engine's regexes cannot. Rule the rest out with a second condition and 'and not'.
`,
    },
    {
      text: `
http.user_agent matches "([a-z])\\1"
                                ^^ error: '\\1' refers back to a group, which the engine's regexes cannot. Repeat what the group matches.
`,
    },
    {
      text: `
# @value
regex_replace(http.request.uri.path, "^/(?!static/)", "/")
                                        ^^^ error: '(?!' looks ahead, which the engine's regexes cannot. Rule the rest out with a second condition and 'and not'.
`,
    },
    {
      text: `
http.request.uri.path matches r"^/v[0-9]+/(?:login|admin)$"
`,
    },
  ],
};
