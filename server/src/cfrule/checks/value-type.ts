import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const valueType: RuleCheck<"rule"> = {
  code: "value-type",
  severity: "error",
  summary: "The value has the wrong type for the field and operator.",
  why: "Strings need double quotes; numbers and addresses have no quotes. `in` needs a set in braces or a list, and is the only operator for networks and ranges; all others need one value. `eq`, `ne`, `lt`, `le`, `gt` and `ge` also compare with a field, an element or a call of the same type; the other operators need literals.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "value-type", report),
  examples: `
cf.bot_management.score lt "30" and ip.src eq "192.0.2.1"
                           ^^^^ error: 'cf.bot_management.score' is an Integer. Remove the quotes: 30.
                                              ^^^^^^^^^^^ error: 'ip.src' is an IP address. Remove the quotes: 192.0.2.1.
=>
cf.bot_management.score lt 30 and ip.src eq "192.0.2.1"
---
http.request.method eq POST
                       ^^^^ error: 'POST' must be quoted. Use "POST".
=>
http.request.method eq "POST"
---
cf.tls_version eq 1.2
                  ^^^ error: '1.2' must be quoted. Use "TLSv1.2".
=>
cf.tls_version eq "TLSv1.2"
---
ip.src eq 198.51.100.0/24
          ^^^^^^^^^^^^^^^ error: 'eq' needs one address, but '198.51.100.0/24' is a network. Use in {198.51.100.0/24}.
=>
ip.src in {198.51.100.0/24}
---
http.user_agent contains {"curl" "wget"}
                         ^^^^^^^^^^^^^^^ error: 'contains' needs one value, found a set. Use one 'contains' per value, joined by 'or'.
=>
(http.user_agent contains "curl" or http.user_agent contains "wget")
---
http.request.method in "POST"
                       ^^^^^^ error: 'in' needs a set. Use {"POST"}.
=>
http.request.method in {"POST"}
---
http.host in "a.com b.com"
             ^^^^^^^^^^^^^ error: 'in' needs a set. Use {"a.com" "b.com"}.
=>
http.host in {"a.com" "b.com"}
---
http.response.code eq 500..599
                      ^^^^^^^^ error: 'eq' needs one number. Use in {500..599}.
=>
http.response.code in {500..599}
---
http.host eq cf.bot_management.score
             ^^^^^^^^^^^^^^^^^^^^^^^ error: 'http.host' is a String, but 'cf.bot_management.score' is an Integer. Compare values of the same type.
---
http.host contains http.referer
                   ^^^^^^^^^^^^ error: 'contains' needs a literal, found the field 'http.referer'. Only 'eq', 'ne', 'lt', 'le', 'gt' and 'ge' compare two values of a request.
---
http.request.uri.path ne raw.http.request.uri.path
---
http.request.version eq "HTTP/2" and cf.bot_management.score lt 30 and ip.src in {192.0.2.1 198.51.100.0/24}
`,
};
