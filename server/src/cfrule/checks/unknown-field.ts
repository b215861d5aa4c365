import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const unknownField: RuleCheck<"rule"> = {
  code: "unknown-field",
  severity: "error",
  summary: "Unknown field.",
  why: "Field names are exact and lowercase. An operator needs a space before it, because a name extends as far as possible. Add fields that are newer than Weir to `fields` in `weir.json`.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "unknown-field", report),
  examples: [
    `
http.hots eq "shop.example.com" or ip.src.contry eq "DE"
^^^^^^^^^ error: Unknown field 'http.hots'. Did you mean 'http.host'?
                                   ^^^^^^^^^^^^^ error: Unknown field 'ip.src.contry'. Did you mean 'ip.src.country'?
=>
http.host eq "shop.example.com" or ip.src.contry eq "DE"
---
http.hosteq "shop.example.com"
^^^^^^^^^^^ error: 'http.hosteq' is parsed as one name. Add a space between 'http.host' and 'eq'.
=>
http.host eq "shop.example.com"
`,
    {
      context: { extraFields: { rules: { "cf.brand.new": "String" } } },
      text: `
cf.brand.new eq "x"
`,
    },
  ],
};
