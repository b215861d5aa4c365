import { type Fix, likelyFix, type Severity } from "../../core/diagnostic.ts";
import type { Clash } from "../../core/logic/part.ts";
import { reportFindings } from "../../core/logic/wording.ts";
import { stopsRequests } from "../catalog/actions.ts";
import type { RuleSurroundings } from "../context.ts";
import { actionOf } from "../directives/directive-words.ts";
import type { Document } from "../document.ts";
import { findingsOf, type RuleNode } from "../findings.ts";
import { quoted, ruleWording } from "../logic/wording.ts";
import { removeOperand } from "../rewrite/remove.ts";
import type { RuleCheck } from "./check.ts";

export const alwaysMatches: RuleCheck<"rule"> = {
  code: "always-matches",
  severity: "warning",
  summary: "The conditions match every request.",
  why: "Every value differs from one of two others, so an `or` of `ne` is true for every request: to exclude both, use `and`, or `not … in {…}`. A rule that acts on everything is rarely intended. A plain `true` is reported as info, or as a warning if the action stops or challenges requests; not if that depends on a rate limit or on leaked credentials. With the action `execute` it is not reported.",
  on: "rule",
  run(rule, report) {
    const { root } = rule.parsed;
    // A ruleset is usually executed for every request.
    if (root.kind === "constant" && root.value && actionOf(rule) !== "execute") {
      report(root, plainly("'true'", rule), { severity: plainSeverity(rule) });
    }
    reportFindings("always-matches", findingsOf(rule), ruleWording(rule.text), report, (it) => {
      if (it.kind !== "clash") return {};
      const plain = plainTrue(it);
      if (!plain) return { fixes: fixes(rule, it) };
      const message = plainly(quoted(rule.text, plain), rule);
      return { fixes: fixes(rule, it), message, severity: plainSeverity(rule) };
    });
  },
  examples: `
len(http.host) gt 2 or not http.host matches "^a[bc]d"
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'len(http.host) gt 2' or 'not http.host matches "^a[bc]d"' is always true, so the rule matches every request. Change or remove one.
---
http.host ne "a.example" or http.host ne "b.example"
                            ^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host ne "a.example"' or 'http.host ne "b.example"' is true for every value of 'http.host', including '"a.example"', so the rule matches every request. Use 'and'.
---
ssl and (http.response.code lt 500 or http.response.code ge 400)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.response.code lt 500' or 'http.response.code ge 400' is true for every value of 'http.response.code', so this 'or' is always true. Change or remove one.
---
http.host eq "a.example" and http.request.uri.path contains ""
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.uri.path contains ""' is true for every value of 'http.request.uri.path'. Change or remove it.
=>
http.host eq "a.example"
---
http.request.headers["x-env"][0] ne "a" or http.request.headers["x-env"][0] ne "b"
                                 ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.headers["x-env"][0] ne "a"' or 'http.request.headers["x-env"][0] ne "b"' is true whenever 'http.request.headers["x-env"][0]' is present, including '"a"'. Use 'and'.
                                                                            ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
---
not (http.host eq "a.example" and http.host eq "b.example")
                                  ^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host eq "a.example"' and 'http.host eq "b.example"' are never both true, so the rule matches every request. Use 'or', or change one.
---
true
^^^^ info: 'true' matches every request.
---
# @action execute
true
---
# @action block
true
^^^^ warning: 'true' matches every request, so 'block' stops all traffic that reaches this rule.
---
# @action managed_challenge
true
^^^^ warning: 'true' matches every request, so 'managed_challenge' applies to all traffic that reaches this rule.
---
# @action block
# @phase http_ratelimit
true
^^^^ info: 'true' matches every request, so all of them count towards the rate limit.
---
# @action block
# @paused
true
^^^^ info: 'true' matches every request.
---
len(http.request.headers["x-token"][0]) ge 0 and not http.host contains "a"
`,
};

/** An explicit `true` is likely intended. */
function plainTrue({ members, parent }: Clash<RuleNode>): RuleNode | undefined {
  const [only, second] = members;
  if (!only || second || parent || only.node.operand) return undefined;
  return only.node.expression.kind === "comparison" ? undefined : only.node;
}

/** A warning if the rule stops or challenges whatever reaches it. */
function plainSeverity(rule: Document): Severity {
  return stopsRequests(actionOf(rule)) && !limitOf(rule) ? "warning" : "info";
}

function plainly(written: string, rule: Document): string {
  return `${written} matches every request${effectOnAll(rule)}.`;
}

function effectOnAll(rule: Document): string {
  const action = actionOf(rule);
  switch (limitOf(rule)) {
    case "rate":
      return ", so all of them count towards the rate limit";
    case "credentials":
      return ", so all of them are checked for leaked credentials";
    case undefined:
      if (!stopsRequests(action)) return "";
      return `, so '${action}' ${action === "block" ? "stops" : "applies to"} all traffic that reaches this rule`;
    default:
      return "";
  }
}

function limitOf({ context, phase, parsed }: Document): RuleSurroundings["limit"] {
  const { limit } = context.surroundings ?? {};
  if (limit) return limit;
  if (phase?.name.endsWith("ratelimit")) return "rate";
  const paused = parsed.directives.findLast((it) => it.name === "paused");
  return paused && paused.value !== "false" ? "disabled" : undefined;
}

function fixes({ parsed }: Document, clash: Clash<RuleNode>): readonly Fix[] {
  const { members, parent, isWhole } = clash;
  const [only, second] = members;
  const owner = only?.node.owner;
  if (isWhole || !owner || second) return [];
  const group = parent?.node.bare;
  const isInAnd = group?.kind === "logical" && group.name === "and" && owner.logical.name === "and";
  const edits = isInAnd ? removeOperand(parsed, owner) : [];
  return edits.length > 0 ? [likelyFix("Remove the condition", edits)] : [];
}
