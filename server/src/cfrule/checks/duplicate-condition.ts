import { findingsOf } from "../findings.ts";
import { logicalOf, otherParts } from "../logic/wording.ts";
import { removalOf } from "../rewrite/proved.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateCondition: RuleCheck<"rule"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "Duplicate condition in an `and` or `or`.",
  why: "The duplicate changes nothing, and one of the two was probably meant to be different. Spelling, spacing and order are ignored: `x eq 1` and `x in {1}` are duplicates, and so are `(a and b)` and `(b and a)`. In an `xor` the two cancel each other out.",
  on: "rule",
  run(rule, report) {
    for (const it of findingsOf(rule)) {
      const { kind } = it;
      if (kind === "cancelled") {
        const { part, beside } = it;
        const logical = part.node.owner?.logical;
        const alone = logical?.operands.length === 2 && logical === beside.node.owner?.logical;
        const so = alone ? ", so it is never true" : "";
        report(
          part.node,
          `Duplicate condition in this 'xor': the two cancel each other out${so}. Remove both, or change one.`,
          { related: otherParts([beside]) },
        );
      } else if (kind === "redundant" && it.isRepeated) {
        const message = `Duplicate condition in this ${logicalOf(it.parent)}. Remove or change one.`;
        report(it.part.node, message, {
          fixes: removalOf(rule.parsed, it),
          related: otherParts(it.by.map((by) => by.part)),
          look: "unnecessary",
        });
      }
    }
  },
  examples: [
    {
      text: `
http.host eq "a.example" and ssl and http.host in {"a.example"}
                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'and'. Remove or change one.
`,
      fixed: `
http.host eq "a.example" and ssl
`,
    },
    {
      text: `
any(http.request.headers["x-a"][*] eq "1") or ssl or any(http.request.headers["x-a"][*] eq "1")
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'or'. Remove or change one.
`,
      fixed: `
any(http.request.headers["x-a"][*] eq "1") or ssl
`,
    },
    {
      text: `
(ssl and http.host eq "a.example") or (http.host in {"a.example"} and ssl)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Duplicate condition in this 'or'. Remove or change one.
`,
      fixed: `
(ssl and http.host eq "a.example")
`,
    },
    {
      text: `
ssl xor not not ssl
        ^^^^^^^ info: The two negations cancel each other out. Remove both.
        ^^^^^^^^^^^ warning: Duplicate condition in this 'xor': the two cancel each other out, so it is never true. Remove both, or change one.
`,
    },
  ],
};
