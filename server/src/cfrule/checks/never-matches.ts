import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { Clash } from "../../core/logic/part.ts";
import { reportFindings } from "../../core/logic/wording.ts";
import type { Document } from "../document.ts";
import { findingsOf, type RuleNode } from "../findings.ts";
import { ruleWording } from "../logic/wording.ts";
import { chainsOf, mergeChain } from "../rewrite/merge.ts";
import { removalOf } from "../rewrite/proved.ts";
import type { RuleCheck } from "./check.ts";

export const neverMatches: RuleCheck<"rule"> = {
  code: "never-matches",
  severity: "warning",
  summary: "The conditions contradict each other, so no request matches.",
  why: "The service accepts a rule that matches nothing, and the rule never acts. A value cannot equal two others: join such conditions with `or`, or list the values with `in`.",
  on: "rule",
  run(rule, report) {
    const { root } = rule.parsed;
    if (root.kind === "constant" && !root.value) {
      report(root, "'false' matches no request. Use an expression, or pause the rule.");
    }
    reportFindings("never-matches", findingsOf(rule), ruleWording(rule.text), report, (it) => ({
      fixes: it.kind === "clash" ? fixes(rule, it) : removalOf(rule.parsed, it),
    }));
  },
  examples: `
cidr(ip.src, 24, 64) eq 192.0.2.1
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'cidr(ip.src, 24, 64) eq 192.0.2.1' is false for every value of 'cidr(ip.src, 24, 64)', so the rule matches no request. Change or remove it.
---
ssl and split(http.host, ".", 3)[5] eq "a"
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'split(http.host, ".", 3)[5] eq "a"' is false for every value of 'split(http.host, ".", 3)[5]', so the rule matches no request. Change or remove it.
---
cf.tls_client_auth.cert_revoked and not cf.tls_client_auth.cert_verified
                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'cf.tls_client_auth.cert_revoked' and 'not cf.tls_client_auth.cert_verified' are never both true, so the rule matches no request. Use 'or', or change one.
---
http.host eq "a.example" and http.host eq "b.example"
                             ^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host eq "a.example"' and 'http.host eq "b.example"' are never both true, so the rule matches no request. Use 'or', or change one.
=>
http.host in {"a.example" "b.example"}
---
ssl or (http.response.code lt 400 and http.response.code ge 500)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.response.code lt 400' and 'http.response.code ge 500' are never both true, so this 'and' is never true. Use 'or', or change one.
---
ip.src in {192.0.2.0/24 198.51.100.0/24} and not ip.src in {192.0.2.0/23 198.51.100.0/24}
                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'ip.src in {192.0.2.0/24 198.51.100.0/24}' and 'not ip.src in {192.0.2.0/23 198.51.100.0/24}' are never both true, so the rule matches no request. Use 'or', or change one.
---
cf.threat_score gt 0
^^^^^^^^^^^^^^^^^^^^ warning: 'cf.threat_score' is now always 0, so the rule matches no request. Change or remove it.
---
http.host eq "a.example" and (starts_with(http.host, "b.") or ssl)
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Always false here, because 'http.host eq "a.example"' is required. Change or remove it.
---
http.request.uri.path matches "^/[ab]+$" and http.request.uri.path eq "/c"
                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.uri.path matches "^/[ab]+$"' and 'http.request.uri.path eq "/c"' are never both true, so the rule matches no request. Use 'or', or change one.
---
not (http.host ne "a.example" or http.host ne "b.example")
                                 ^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host ne "a.example"' or 'http.host ne "b.example"' is true for every value of 'http.host', so the rule matches no request. Change or remove one.
---
not ssl and (http.host eq "a.example" or ssl)
                                         ^^^ warning: Always false here, because 'not ssl' is required. Change or remove it.
---
http.request.uri.path contains "/a" and ends_with(http.request.uri.path, "/b")
`,
};

const maxOperands = 100;

/** Two contradicting values were likely meant as alternatives. */
function fixes({ parsed }: Document, clash: Clash<RuleNode>): readonly Fix[] {
  const owners = clash.members.map((it) => it.node.owner);
  const logical = owners[0]?.logical;
  // Inside a `not`, what is always true is written as a contradiction.
  const isWrittenSo = (clash.truth === "never") !== clash.parent?.node.isDenied;
  if (!logical || !isWrittenSo || owners.length !== 2) return [];
  if (owners[1]?.logical !== logical) return [];
  // Avoids quadratic work: each diagnostic would scan all operands.
  if (logical.operands.length > maxOperands) return [];
  const indexes = owners.map((it) => it?.index);
  // Joined by 'or', they form a chain that can be written as one set.
  for (const chain of chainsOf({ ...logical, name: "or" }, parsed.text)) {
    const suggested = chain.members.filter((it) => indexes.includes(it.index));
    if (suggested.length !== 2 || logical.name !== "and") continue;
    const edits = mergeChain(parsed, { ...chain, members: suggested });
    if (edits.length > 0) return [likelyFix("Use 'in'", edits)];
  }
  return [];
}
