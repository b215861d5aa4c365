import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const badNumber: RuleCheck<"rule"> = {
  code: "bad-number",
  severity: "error",
  summary: "Invalid number.",
  why: "Integers are decimal, hexadecimal after `0x` or octal after `0`, with 64 bits. Calls do not support hexadecimal numbers. A range, `80..443`, has no spaces and is only allowed in a set.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "bad-number", report),
  examples: `
cf.edge.server_port eq 0889
                       ^^^^ error: Invalid octal number '0889': a leading zero makes it octal. Use '889'.
=>
cf.edge.server_port eq 889
---
substring(http.request.uri.path, 0x1, 5) eq "api/"
                                 ^^^ error: Hexadecimal numbers are not supported in calls. Use 1.
=>
substring(http.request.uri.path, 1, 5) eq "api/"
---
http.response.code in {200.. 404}
                       ^^^^^ error: Use '..' without spaces for a range: 200..404.
=>
http.response.code in {200..404}
---
cf.bot_management.score lt 29.5
                           ^^^^ error: '29.5' is not an integer. Use an integer.
---
http.request.body.size gt 1MB
                          ^^^ error: '1MB' is not an integer. Use '1000000'.
=>
http.request.body.size gt 1000000
---
http.request.timestamp.sec ge 2024-01-01
                              ^^^^^^^^^^ error: Times are integers, found '2024-01-01'. Use 1704067200 for seconds since 1970.
=>
http.request.timestamp.sec ge 1704067200
---
cf.edge.server_port in {80 0x1bb 8000..8999}
`,
};
