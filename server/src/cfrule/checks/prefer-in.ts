import { safeFix } from "../../core/diagnostic.ts";
import { thousands } from "../../text/wording.ts";
import { isBeforePlanTest } from "../account-level.ts";
import { isSimpleRule } from "../findings.ts";
import { quoted } from "../logic/wording.ts";
import { type Chain, chainsOf, mergeChain } from "../rewrite/merge.ts";
import { ungroup } from "../rewrite/parentheses.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const preferIn: RuleCheck<"logical"> = {
  code: "prefer-in",
  severity: "info",
  summary: "Several comparisons of one field can be a single `in`.",
  why: "An `or` of `eq` is equivalent to one `in {…}`, which is easier to read and uses fewer of the 4,096 characters. An `and` of `ne` is equivalent to one `not … in {…}`, unless the value may be missing.",
  on: "logical",
  run(logical, report, scope) {
    // Cheap test first: the result is cached.
    if (isSimpleRule(scope)) return;
    for (const chain of chainsOf(logical, scope.text)) {
      const [first] = chain.members;
      if (!first) continue;
      const edits = editsFor(chain, scope);
      const written = chain.operator === "in" ? "in {…}" : "not … in {…}";
      report(
        first.comparison.left,
        `${thousands(chain.members.length)} comparisons of ${quoted(scope.text, first.comparison.left)} can be combined. Use '${written}'.`,
        { fixes: edits.length > 0 ? [safeFix(`Use '${written}'`, edits)] : [] },
      );
    }
  },
  examples: `
http.host eq "a.example" or ssl or http.host in {"b.example" "c.example"}
^^^^^^^^^ info: 2 comparisons of 'http.host' can be combined. Use 'in {…}'.
=>
http.host in {"a.example" "b.example" "c.example"} or ssl
---
ssl and not (ip.src.country eq "PT" or ip.src.country eq "ES")
             ^^^^^^^^^^^^^^ info: 2 comparisons of 'ip.src.country' can be combined. Use 'in {…}'.
=>
ssl and not ip.src.country in {"PT" "ES"}
---
ip.src ne 192.0.2.1 and ip.src ne 192.0.2.2
^^^^^^ info: 2 comparisons of 'ip.src' can be combined. Use 'not … in {…}'.
=>
not ip.src in {192.0.2.1 192.0.2.2}
---
(http.host eq "a.example" or http.host eq "b.example") and cf.zone.plan eq "ENT"
 ^^^^^^^^^ info: 2 comparisons of 'http.host' can be combined. Use 'in {…}'.
=>
(http.host in {"a.example" "b.example"}) and cf.zone.plan eq "ENT"
`,
};

/** Removes the parentheses if nothing else is left in them. */
function editsFor(chain: Chain, { parsed, above }: Scope) {
  const edits = mergeChain(parsed, chain);
  const around = above[above.length - 1];
  const whole = chain.members.length === chain.logical.operands.length;
  if (edits.length === 0 || !whole || around?.kind !== "group") return edits;
  if (isBeforePlanTest(around, above[above.length - 2])) return edits;
  return [...ungroup(parsed, around, above.slice(0, -1)), ...edits];
}
