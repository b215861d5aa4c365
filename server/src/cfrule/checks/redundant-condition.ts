import { reportFindings } from "../../core/logic/wording.ts";
import { findingsOf } from "../findings.ts";
import { ruleWording } from "../logic/wording.ts";
import { removalOf } from "../rewrite/proved.ts";
import type { RuleCheck } from "./check.ts";

export const redundantCondition: RuleCheck<"rule"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "A condition is redundant, because another one implies or covers it.",
  why: "In an `and` the narrower of two conditions decides, in an `or` the wider one. A redundant condition is often a sign of a wrong logical operator or value.",
  on: "rule",
  run(rule, report) {
    reportFindings(
      "redundant-condition",
      findingsOf(rule),
      ruleWording(rule.text),
      report,
      (it) => ({
        fixes: removalOf(rule.parsed, it),
      }),
    );
  },
  examples: `
(ssl and http.host eq "a.example") or (ssl and http.host eq "a.example" and ip.src eq 192.0.2.1)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: '(ssl and http.host eq "a.example" and ip.src eq 192.0.2.1)' is redundant in this 'or': it is covered by '(ssl and http.host eq "a.example")'. Remove it, or change one.
=>
(ssl and http.host eq "a.example")
---
http.request.method in {"GET" "HEAD" "POST"} and http.request.method ne "POST"
                                     ^^^^^^ warning: '"POST"' is redundant here, because 'http.request.method ne "POST"' is required. Remove it.
=>
http.request.method in {"GET" "HEAD"} and http.request.method ne "POST"
---
http.response.code ge 400 and http.response.code eq 500
^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.response.code ge 400' is redundant in this 'and': it follows from 'http.response.code eq 500'. Remove it, or change one.
=>
http.response.code eq 500
---
starts_with(http.request.uri.path, "/api") or starts_with(http.request.uri.path, "/api/v2")
                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'starts_with(http.request.uri.path, "/api/v2")' is redundant in this 'or': it is covered by 'starts_with(http.request.uri.path, "/api")'. Remove it, or change one.
=>
starts_with(http.request.uri.path, "/api")
---
ip.src in {192.0.2.0/24} and (ip.src in {192.0.0.0/16} or ssl)
                              ^^^^^^^^^^^^^^^^^^^^^^^^ info: Always true here, because 'ip.src in {192.0.2.0/24}' is required, so this 'or' has no effect. Change or remove it.
---
ssl or (http.host eq "a.example" and ssl)
       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This 'and' is redundant here, because another part covers the requests where 'ssl' is true. Remove it, or change one.
=>
ssl
---
not http.request.headers["x-a"][0] eq "b" and http.request.headers["x-a"][0] ne "b"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: Also true when 'http.request.headers["x-a"][0]' is missing. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them explicitly.
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'not http.request.headers["x-a"][0] eq "b"' is redundant in this 'and': it follows from 'http.request.headers["x-a"][0] ne "b"'. Remove it, or change one.
                                                                             ^^ info: When 'http.request.headers["x-a"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
`,
};
