import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const expressionSyntax: RuleCheck<"rule"> = {
  code: "expression-syntax",
  severity: "error",
  summary: "The text is not an expression.",
  why: "The engine stops at the first thing it cannot read, and refuses the rule. Every such place is shown here. Comments, tabs and line breaks are fine in a file: they become single spaces on push.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "expression-syntax", report),
  examples: [
    {
      text: `
http.host eq "a.example" and (ssl
                             ^ error: Expected ')' to close this '(' but found the end.
`,
      fixed: `
http.host eq "a.example" and (ssl)
`,
    },
    {
      text: `
http.request.method in {"PUT", "PATCH"} and http.host eq 'shop.example.com'
                             ^ error: The values of a set stand apart by spaces, not by ','.
                                                         ^^^^^^^^^^^^^^^^^^ error: A string stands in double quotes. Write "shop.example.com".
`,
      fixed: `
http.request.method in {"PUT" "PATCH"} and http.host eq 'shop.example.com'
`,
    },
    {
      text: `
starts_with(http.request.uri.path, "/api/",)
                                          ^ error: No argument follows this ','. Remove it.
`,
      fixed: `
starts_with(http.request.uri.path, "/api/")
`,
    },
    {
      text: `
http.host eq "shop.example.com
             ^ error: This string has no closing quote. Write one at its end.
and ssl
`,
      fixed: `
http.host eq "shop.example.com"
and ssl
`,
    },
    {
      text: `
ssl http.request.version eq "HTTP/2"
    ^^^^^^^^^^^^^^^^^^^^ error: Expected 'and' or 'or' before 'http.request.version'.
`,
      fixed: `
ssl and http.request.version eq "HTTP/2"
`,
    },
    {
      text: `
http.host eq "shop.example.com" and
                                ^^^ error: A comparison is missing after 'and'.
`,
    },
    {
      text: `
# The engine knows neither comments nor tabs, and gets none.
http.host eq "shop.example.com"	# the shop
	and ssl
`,
    },
  ],
};
