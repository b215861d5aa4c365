import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const argumentType: RuleCheck<"rule"> = {
  code: "argument-type",
  severity: "error",
  summary: "An argument has the wrong type.",
  why: "Types are never converted. `[*]` is allowed in the first argument only; the function is then called for each element. `any()` and `all()` need one result per element, so they need a `[*]` inside.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "argument-type", report),
  examples: `
lower(ip.src) eq "192.0.2.1"
      ^^^^^^ error: 'lower' needs String as 'value', but 'ip.src' is IP.
---
any(http.host eq "shop.example.com")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'any' needs one result per element, but 'http.host eq "shop.example.com"' is a single one. Add '[*]' to the array or map, or remove 'any'.
---
any(starts_with(http.request.uri.args.names[*], "x-")[*])
                                                     ^^^ error: The elements are already Booleans, so 'any' needs no '[*]'. Remove it.
=>
any(starts_with(http.request.uri.args.names[*], "x-"))
---
any(starts_with(http.request.uri.args.names[*], "X-Debug-"))
`,
};
