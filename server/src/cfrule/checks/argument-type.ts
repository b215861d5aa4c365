import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const argumentType: RuleCheck<"rule"> = {
  code: "argument-type",
  severity: "error",
  summary: "An argument has a type that the function does not take.",
  why: "Types are never converted. `[*]` stands in the first argument only, and then the function is called for each element. `any()` and `all()` take one answer for each element, and so need a `[*]` inside.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "argument-type", report),
  examples: [
    {
      text: `
lower(ip.src) eq "192.0.2.1"
      ^^^^^^ error: 'lower' takes String as 'value', and 'ip.src' is IP.
`,
    },
    {
      text: `
any(http.host eq "shop.example.com")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'any' takes one answer for each element, and 'http.host eq "shop.example.com"' is a single one. Write '[*]' after what it should go through, or remove 'any'.
`,
    },
    {
      text: `
any(starts_with(http.request.uri.args.names[*], "x-")[*])
                                                     ^^^ error: The elements are Booleans already, so 'any' takes them without '[*]'. Remove it.
`,
      fixed: `
any(starts_with(http.request.uri.args.names[*], "x-"))
`,
    },
    {
      text: `
any(starts_with(http.request.uri.args.names[*], "X-Debug-"))
`,
    },
  ],
};
