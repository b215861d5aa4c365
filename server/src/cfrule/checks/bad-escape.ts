import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const badEscape: RuleCheck<"rule"> = {
  code: "bad-escape",
  severity: "error",
  summary: "A backslash in a string begins no escape that the language knows.",
  why: 'A string in quotes has four escapes: `\\"`, `\\\\`, `\\xHH` with two hexadecimal digits and `\\OOO` with three octal ones. In a raw string, `r"…"`, a backslash is just that.',
  on: "rule",
  run: (rule, report) => reportProblems(rule, "bad-escape", report),
  examples: [
    {
      text: `
http.user_agent contains "\\n"
                          ^^ error: '\\n' is no escape here: there are only '\\"', '\\\\', '\\xHH' and '\\OOO'. Write '\\x0a'.
`,
      fixed: `
http.user_agent contains "\\x0a"
`,
    },
    {
      text: `
http.request.uri.query contains "c:\\windows"
                                   ^^ error: '\\w' is no escape here: there are only '\\"', '\\\\', '\\xHH' and '\\OOO'. Write '\\\\w' for a backslash.
`,
      fixed: `
http.request.uri.query contains "c:\\\\windows"
`,
    },
    {
      text: `
http.user_agent contains "\\x0a" or http.request.uri.query contains r"c:\\windows"
`,
    },
  ],
};
