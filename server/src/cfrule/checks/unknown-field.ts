import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const unknownField: RuleCheck<"rule"> = {
  code: "unknown-field",
  severity: "error",
  summary: "No field has this name.",
  why: "The names are exact, in small letters. An operator needs a space before it, as a name goes on as far as it can. A field that is newer than Weir becomes known under `fields` in `weir.json`.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "unknown-field", report),
  examples: [
    {
      text: `
http.hots eq "shop.example.com" or ip.src.contry eq "DE"
^^^^^^^^^ error: Unknown field 'http.hots'. Did you mean 'http.host'?
                                   ^^^^^^^^^^^^^ error: Unknown field 'ip.src.contry'. Did you mean 'ip.src.country'?
`,
      fixed: `
http.host eq "shop.example.com" or ip.src.contry eq "DE"
`,
    },
    {
      text: `
http.hosteq "shop.example.com"
^^^^^^^^^^^ error: 'http.hosteq' is read as one name. Put a space between 'http.host' and 'eq'.
`,
      fixed: `
http.host eq "shop.example.com"
`,
    },
    {
      text: `
cf.brand.new eq "x"
`,
      context: { extraFields: { rules: { "cf.brand.new": "String" } } },
    },
  ],
};
