import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const indexType: RuleCheck<"rule"> = {
  code: "index-type",
  severity: "error",
  summary: "The index does not match the type.",
  why: 'Maps have string keys, `["name"]`, and arrays have indexes from zero, `[0]`. Other types have no elements.',
  on: "rule",
  run: (rule, report) => reportProblems(rule, "index-type", report),
  examples: `
http.request.headers[0][0] eq "2"
                    ^^^ error: Map<Array<String>> needs a string key. Use a quoted string, as in ["name"].
---
http.request.headers["x-version"]["first"] eq "2"
                                 ^^^^^^^^^ error: Array<String> needs an integer index. Use a number, as in [0], or [*] for each element.
---
http.host[0] eq "shop"
         ^^^ error: 'http.host' is a String and has no elements. Remove '[0]'.
---
http.cookie["session"] eq "x"
           ^^^^^^^^^^^ error: 'http.cookie' is a String and has no elements. Use http.request.cookies["session"][0].
=>
http.request.cookies["session"][0] eq "x"
---
any(http.request.headers.values["host"][*] eq "a.example")
                               ^^^^^^^^ error: Array<String> needs an integer index. Use http.request.headers["host"].
=>
any(http.request.headers["host"][*] eq "a.example")
---
http.request.headers["x-version"][0] eq "2"
`,
};
