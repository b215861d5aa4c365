import { reportFindings } from "../../core/logic/wording.ts";
import { findingsOf } from "../findings.ts";
import { ruleWording } from "../logic/wording.ts";
import { removalOf } from "../rewrite/proved.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateCondition: RuleCheck<"rule"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "Duplicate condition in an `and` or `or`.",
  why: "The duplicate changes nothing, and one of the two was probably meant to be different. Spelling, spacing and order are ignored: `x eq 1` and `x in {1}` are duplicates, and so are `(a and b)` and `(b and a)`. In an `xor` the two cancel each other out.",
  on: "rule",
  run(rule, report) {
    reportFindings(
      "duplicate-condition",
      findingsOf(rule),
      ruleWording(rule.text),
      report,
      (it) => ({
        fixes: removalOf(rule.parsed, it),
      }),
    );
  },
  examples: `
http.host eq "a.example" and ssl and http.host in {"a.example"}
                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'and'. Remove or change one.
=>
http.host eq "a.example" and ssl
---
any(http.request.headers["x-a"][*] eq "1") or ssl or any(http.request.headers["x-a"][*] eq "1")
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'or'. Remove or change one.
=>
any(http.request.headers["x-a"][*] eq "1") or ssl
---
(ssl and http.host eq "a.example") or (http.host in {"a.example"} and ssl)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate 'and' in this 'or'. Remove or change one.
=>
(ssl and http.host eq "a.example")
---
ssl xor not not ssl
        ^^^^^^^ info: The two negations cancel each other out. Remove both.
        ^^^^^^^^^^^ warning: Duplicate condition in this 'xor': the two cancel each other out, so it is never true. Remove both, or change one.
`,
};
