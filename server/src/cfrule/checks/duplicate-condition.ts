import { factsOf } from "../logic/reasoning.ts";
import { joinerOf, related } from "../logic/wording.ts";
import { removeOperand } from "../rewrite/remove.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateCondition: RuleCheck<"rule"> = {
  code: "duplicate-condition",
  severity: "warning",
  summary: "The same condition stands twice in one `and` or `or`.",
  why: "Saying it again changes nothing, and one of the two was probably meant to say something else. Spelling and spacing do not count: `x eq 1` and `x in {1}` are the same.",
  on: "rule",
  run(rule, report) {
    for (const { member, beside } of factsOf(rule).repeated) {
      const edits = member.owner ? removeOperand(rule.parsed, member.owner) : [];
      const joiner = member.home ? joinerOf(member.home) : "";
      report(
        member.node,
        `This condition stands twice in the same ${joiner}. Remove it, or change one of the two.`,
        {
          fixes: edits.length > 0 ? [{ title: "Remove the condition", edits }] : [],
          related: related([beside]),
          look: "unnecessary",
        },
      );
    }
  },
  examples: [
    {
      text: `
http.host eq "a.example" and ssl and http.host in {"a.example"}
                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This condition stands twice in the same 'and'. Remove it, or change one of the two.
`,
      fixed: `
http.host eq "a.example" and ssl
`,
    },
    {
      text: `
any(http.request.headers["x-a"][*] eq "1") or ssl or any(http.request.headers["x-a"][*] eq "1")
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: This condition stands twice in the same 'or'. Remove it, or change one of the two.
`,
      fixed: `
any(http.request.headers["x-a"][*] eq "1") or ssl
`,
    },
  ],
};
