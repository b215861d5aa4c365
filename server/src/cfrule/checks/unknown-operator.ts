import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const unknownOperator: RuleCheck<"rule"> = {
  code: "unknown-operator",
  severity: "error",
  summary: "Unknown operator.",
  why: "Operators are lowercase. The only negated operator is `ne`: otherwise put `not` before the comparison. `starts_with()` and `ends_with()` are functions.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "unknown-operator", report),
  examples: `
http.host = "shop.example.com" AND http.request.method <> "GET" AND ip.src.country === "DE"
          ^ error: Unknown operator '='. Use 'eq'.
                               ^^^ error: Unknown operator 'AND'. Use 'and'.
                                                       ^^ error: Unknown operator '<>'. Use 'ne'.
                                                                ^^^ error: Unknown operator 'AND'. Use 'and'.
                                                                                   ^^^ error: Unknown operator '==='. Use 'eq'.
=>
http.host eq "shop.example.com" AND http.request.method <> "GET" AND ip.src.country === "DE"
---
http.host eq "shop.example.com" OR ssl
                                ^^ error: Unknown operator 'OR'. Use 'or'.
=>
http.host eq "shop.example.com" or ssl
---
ip.src not in {192.0.2.1 198.51.100.0/24}
       ^^^^^^ error: Unknown operator 'not in'. Put 'not' before the comparison: not … in ….
=>
not ip.src in {192.0.2.1 198.51.100.0/24}
---
http.request.uri.path starts_with "/api/"
                      ^^^^^^^^^^^ error: 'starts_with' is a function. Use starts_with(http.request.uri.path, "/api/").
=>
starts_with(http.request.uri.path, "/api/")
---
http.request.uri.path ends_with ".php"
                      ^^^^^^^^^ error: 'ends_with' is a function. Use ends_with(http.request.uri.path, ".php").
=>
ends_with(http.request.uri.path, ".php")
---
http.user_agent not contains "curl"
                ^^^^^^^^^^^^ error: Unknown operator 'not contains'. Put 'not' before the comparison: not … contains ….
=>
not http.user_agent contains "curl"
---
http.user_agent contans "curl"
                ^^^^^^^ error: Unknown operator 'contans'. Did you mean 'contains'?
=>
http.user_agent contains "curl"
---
(http.host == "shop.example.com" && !ssl) || http.user_agent ~ "curl/[0-9]"
`,
};
