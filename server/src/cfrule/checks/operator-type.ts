import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const operatorType: RuleCheck<"rule"> = {
  code: "operator-type",
  severity: "error",
  summary: "The operator does not fit the type of the field.",
  why: '`contains`, `matches` and `wildcard` compare strings. A Boolean is compared with nothing: it stands alone, or after `not`. Of a map or an array only the elements can be compared: one by `[0]` or `["name"]`, all of them by `[*]` inside `any()` or `all()`. A function that is called with `[*]` gives an array again, and takes a second `[*]`.',
  on: "rule",
  run: (rule, report) => reportProblems(rule, "operator-type", report),
  examples: [
    {
      text: `
ssl == true
    ^^^^^^^ error: 'ssl' is a Boolean and stands alone. Remove '== true'.
`,
      fixed: `
ssl
`,
    },
    {
      text: `
ip.src contains "192.0.2."
       ^^^^^^^^ error: 'contains' compares Strings, and 'ip.src' is an IP address. Use 'eq', 'ne' or 'in'.
`,
    },
    {
      text: `
http.request.headers["x-version"] eq "2"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.request.headers["x-version"]' is an Array<String>, and only its elements can be compared. Pick one, as in http.request.headers["x-version"][0], or ask for any of them, as in any(…[*] …).
`,
      fixed: `
http.request.headers["x-version"][0] eq "2"
`,
    },
    {
      text: `
any(lower(http.request.headers.names[*]) contains "x-debug")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'lower(http.request.headers.names[*])' gives one value for each element. Write '[*]' after it.
`,
      fixed: `
any(lower(http.request.headers.names[*])[*] contains "x-debug")
`,
    },
    {
      text: `
not ssl and any(lower(http.request.headers["x-version"][*])[*] eq "beta")
`,
    },
  ],
};
