import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const badEscape: RuleCheck<"rule"> = {
  code: "bad-escape",
  severity: "error",
  summary: "Invalid escape in a string.",
  why: 'A quoted string has four escapes: `\\"`, `\\\\`, `\\xHH` with two hexadecimal digits and `\\OOO` with three octal digits. In a raw string, `r"…"`, a backslash is an ordinary character.',
  on: "rule",
  run: (rule, report) => reportProblems(rule, "bad-escape", report),
  examples: `
http.user_agent contains "\\n"
                          ^^ error: Invalid escape '\\n'. Use '\\x0a'; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
=>
http.user_agent contains "\\x0a"
---
http.request.uri.query contains "c:\\windows"
                                   ^^ error: Invalid escape '\\w'. Use '\\\\w' for a backslash; only '\\"', '\\\\', '\\xHH' and '\\OOO' are supported.
=>
http.request.uri.query contains "c:\\\\windows"
---
http.user_agent contains "\\x0a" or http.request.uri.query contains r"c:\\windows"
`,
};
