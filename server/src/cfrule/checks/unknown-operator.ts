import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const unknownOperator: RuleCheck<"rule"> = {
  code: "unknown-operator",
  severity: "error",
  summary: "The language has no operator of this name.",
  why: "Operators are written in small letters. There is no negated operator but `ne`: `not` stands before the whole comparison. What begins or ends with a text is asked by a function.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "unknown-operator", report),
  examples: [
    {
      text: `
http.host = "shop.example.com" AND http.request.method <> "GET" AND ip.src.country === "DE"
          ^ error: '=' is no operator. Write 'eq'.
                               ^^^ error: 'AND' is no operator. Write 'and'.
                                                       ^^ error: '<>' is no operator. Write 'ne'.
                                                                ^^^ error: 'AND' is no operator. Write 'and'.
                                                                                   ^^^ error: '===' is no operator. Write 'eq'.
`,
      fixed: `
http.host eq "shop.example.com" AND http.request.method <> "GET" AND ip.src.country === "DE"
`,
    },
    {
      text: `
http.host eq "shop.example.com" OR ssl
                                ^^ error: 'OR' is no operator. Write 'or'.
`,
      fixed: `
http.host eq "shop.example.com" or ssl
`,
    },
    {
      text: `
ip.src not in {192.0.2.1 198.51.100.0/24}
       ^^^^^^ error: 'not in' is no operator. Put 'not' before the comparison: not … in ….
`,
      fixed: `
not ip.src in {192.0.2.1 198.51.100.0/24}
`,
    },
    {
      text: `
http.request.uri.path starts_with "/api/"
                      ^^^^^^^^^^^ error: 'starts_with' is a function. Write starts_with(http.request.uri.path, "/api/").
`,
      fixed: `
starts_with(http.request.uri.path, "/api/")
`,
    },
    {
      text: `
http.request.uri.path ends_with ".php"
                      ^^^^^^^^^ error: 'ends_with' is a function. Write ends_with(http.request.uri.path, ".php").
`,
      fixed: `
ends_with(http.request.uri.path, ".php")
`,
    },
    {
      text: `
http.user_agent not contains "curl"
                ^^^^^^^^^^^^ error: 'not contains' is no operator. Put 'not' before the comparison: not … contains ….
`,
      fixed: `
not http.user_agent contains "curl"
`,
    },
    {
      text: `
http.user_agent contans "curl"
                ^^^^^^^ error: 'contans' is no operator. Did you mean 'contains'?
`,
      fixed: `
http.user_agent contains "curl"
`,
    },
    {
      text: `
(http.host == "shop.example.com" && !ssl) || http.user_agent ~ "curl/[0-9]"
`,
    },
  ],
};
