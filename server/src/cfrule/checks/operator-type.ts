import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const operatorType: RuleCheck<"rule"> = {
  code: "operator-type",
  severity: "error",
  summary: "The operator does not support the field's type.",
  why: '`contains`, `matches` and `wildcard` compare strings. A Boolean is used on its own, or after `not`, not compared. Maps and arrays cannot be compared, only their elements: one with `[0]` or `["name"]`, all with `[*]` inside `any()` or `all()`. A function called with `[*]` returns an array, and needs another `[*]`.',
  on: "rule",
  run: (rule, report) => reportProblems(rule, "operator-type", report),
  examples: `
ssl == true
    ^^^^^^^ error: 'ssl' is already a Boolean. Remove '== true'.
=>
ssl
---
ip.src contains "192.0.2."
       ^^^^^^^^ error: 'contains' needs a String, but 'ip.src' is an IP address. Use 'eq', 'ne' or 'in'.
---
http.request.headers["x-version"] eq "2"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["x-version"]' is an Array<String>; only its elements can be compared. Use http.request.headers["x-version"][0] for one, or any(…[*] …) for any of them.
=>
http.request.headers["x-version"][0] eq "2"
---
any(lower(http.request.headers.names[*]) contains "x-debug")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'lower(http.request.headers.names[*])' gives one value per element. Add '[*]' after it.
=>
any(lower(http.request.headers.names[*])[*] contains "x-debug")
---
not ssl and any(lower(http.request.headers["x-version"][*])[*] eq "beta")
`,
};
