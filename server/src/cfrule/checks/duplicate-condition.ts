import { factsOf } from "../logic/facts-of.ts";
import { logicalOf, relatedPlaces } from "../logic/wording.ts";
import { removeOperand } from "../rewrite/remove.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateCondition: RuleCheck<"rule"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "Duplicate condition in an `and` or `or`.",
  why: "The duplicate changes nothing, and one of the two was probably meant to be different. Spelling, spacing and order are ignored: `x eq 1` and `x in {1}` are duplicates, and so are `(a and b)` and `(b and a)`. In an `xor` the two cancel each other out.",
  on: "rule",
  run(rule, report) {
    const { repeated, cancelled } = factsOf(rule);
    for (const { member, beside } of cancelled) {
      const logical = member.owner?.logical;
      const alone = logical?.operands.length === 2 && logical === beside.owner?.logical;
      const so = alone ? ", so it is never true" : "";
      report(
        member.node,
        `Duplicate condition in this 'xor': the two cancel each other out${so}. Remove both, or change one.`,
        { related: relatedPlaces([beside]) },
      );
    }
    for (const { member, beside } of repeated) {
      const edits = member.owner ? removeOperand(rule.parsed, member.owner) : [];
      const logical = member.home ? logicalOf(member.home) : "";
      report(member.node, `Duplicate condition in this ${logical}. Remove or change one.`, {
        fixes: edits.length > 0 ? [{ title: "Remove the condition", edits }] : [],
        related: relatedPlaces([beside]),
        look: "unnecessary",
      });
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
