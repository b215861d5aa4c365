import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const expressionSyntax: RuleCheck<"rule"> = {
  code: "expression-syntax",
  severity: "error",
  summary: "Invalid expression syntax.",
  why: "The engine stops at the first syntax error and rejects the rule. Weir reports all of them. Comments, tabs and line breaks are allowed in a file: they become single spaces on push. Elsewhere, as in Terraform, the text is sent as it is, and only spaces and line breaks are allowed.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "expression-syntax", report),
  examples: `
http.host eq "a.example" and (ssl
                             ^ error: Expected ')' to close this '(' but found the end.
=>
http.host eq "a.example" and (ssl)
---
http.request.method in {"PUT", "PATCH"} and http.host eq 'shop.example.com'
                             ^ error: Separate set values with spaces, not ','.
                                                         ^^^^^^^^^^^^^^^^^^ error: Strings need double quotes. Use "shop.example.com".
=>
http.request.method in {"PUT" "PATCH"} and http.host eq 'shop.example.com'
---
starts_with(http.request.uri.path, "/api/",)
                                          ^ error: No argument follows this ','. Remove it.
=>
starts_with(http.request.uri.path, "/api/")
---
http.host eq "shop.example.com
             ^ error: Unterminated string. Add the closing quote.
and ssl
=>
http.host eq "shop.example.com"
and ssl
---
ssl http.request.version eq "HTTP/2"
    ^^^^^^^^^^^^^^^^^^^^ error: Expected 'and' or 'or' before 'http.request.version'.
=>
ssl and http.request.version eq "HTTP/2"
---
http.host eq "shop.example.com" and
                                ^^^ error: Expected a comparison after 'and'.
---
# Comments and tabs are removed on push.
http.host eq "shop.example.com"	# the shop
	and ssl
`,
};
