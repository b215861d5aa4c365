import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const badNumber: RuleCheck<"rule"> = {
  code: "bad-number",
  severity: "error",
  summary: "The text stands for a number and is none.",
  why: "Integers are decimal, hexadecimal after `0x` or octal after `0`, and have 64 bits. In a call there are no hexadecimal ones. A range, `80..443`, has no spaces and stands in a set.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "bad-number", report),
  examples: [
    {
      text: `
cf.edge.server_port eq 0889
                       ^^^^ error: '0889' begins with a zero and is read as octal, which has no 8 and no 9. Write '889'.
`,
      fixed: `
cf.edge.server_port eq 889
`,
    },
    {
      text: `
substring(http.request.uri.path, 0x1, 5) eq "api/"
                                 ^^^ error: A call takes no hexadecimal numbers. Write 1.
`,
      fixed: `
substring(http.request.uri.path, 1, 5) eq "api/"
`,
    },
    {
      text: `
http.response.code in {200.. 404}
                       ^^^^^ error: A range is written with '..' and without spaces. Write 200..404.
`,
      fixed: `
http.response.code in {200..404}
`,
    },
    {
      text: `
cf.bot_management.score lt 29.5
                           ^^^^ error: '29.5' is no whole number. There are no others here.
`,
    },
    {
      text: `
cf.edge.server_port in {80 0x1bb 8000..8999}
`,
    },
  ],
};
