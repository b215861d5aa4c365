import type { Fix, Severity } from "../../core/diagnostic.ts";
import { stopsRequests } from "../catalogue/actions.ts";
import { actionOf } from "../directives/directive-words.ts";
import type { Document } from "../document.ts";
import { bothExcludeValues, excludedValue } from "../logic/excluded-value.ts";
import type { Verdict } from "../logic/facts.ts";
import { factsOf } from "../logic/facts-of.ts";
import { clashMessage, otherParts, writtenTruth } from "../logic/proof-wording.ts";
import { isReportedElsewhere, singleReason } from "../logic/single-condition.ts";
import { consequence, logicalOf, quoted, relatedPlaces } from "../logic/wording.ts";
import { proofsOf } from "../proofs.ts";
import { removeOperand } from "../rewrite/remove.ts";
import type { RuleCheck } from "./check.ts";

export const alwaysMatches: RuleCheck<"rule"> = {
  code: "always-matches",
  severity: "warning",
  summary: "The conditions match every request.",
  why: "Every value differs from one of two others, so an `or` of `ne` is true for every request: to exclude both, use `and`, or `not … in {…}`. A rule that acts on everything is rarely intended. A plain `true` is reported as info, or as a warning if the action stops requests; with the action `execute` it is not reported.",
  on: "rule",
  run(rule, report) {
    const { root } = rule.parsed;
    // A ruleset is usually executed for every request.
    if (root.kind === "constant" && root.value && actionOf(rule) !== "execute") {
      report(root, plainly("'true'", rule), { severity: plainSeverity(rule) });
    }
    for (const verdict of factsOf(rule).verdicts) {
      if (verdict.truth !== "always" || isReportedElsewhere(verdict)) continue;
      const { members, home } = verdict;
      const span = members[members.length - 1]?.node ?? home?.node.operators[0];
      if (!span) continue;
      report(span, message(rule, verdict), {
        fixes: fixes(rule, verdict),
        related: relatedPlaces(members.slice(0, -1)),
        ...(isPlainTrue(verdict) ? { severity: plainSeverity(rule) } : undefined),
      });
    }
    for (const it of proofsOf(rule)) {
      if (it.kind !== "clash" || writtenTruth(it) !== "always") continue;
      const [last] = it.members.slice(-1);
      const others = otherParts(it.members.slice(0, -1));
      if (last) report(last.node, clashMessage(rule.text, it), { related: others });
    }
  },
  examples: [
    {
      text: `
len(http.host) gt 2 or not http.host matches "^a[bc]d"
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'len(http.host) gt 2' or 'not http.host matches "^a[bc]d"' is always true, so the rule matches every request. Change or remove one.
`,
    },
    {
      text: `
http.host ne "a.example" or http.host ne "b.example"
                            ^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host ne "a.example"' or 'http.host ne "b.example"' is true for every value of 'http.host', including '"a.example"', so the rule matches every request. Use 'and'.
`,
    },
    {
      text: `
ssl and (http.response.code lt 500 or http.response.code ge 400)
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.response.code lt 500' or 'http.response.code ge 400' is true for every value of 'http.response.code', so this 'or' is always true. Change or remove one.
`,
    },
    {
      text: `
http.host eq "a.example" and http.request.uri.path contains ""
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.uri.path contains ""' is true for every value of 'http.request.uri.path'. Change or remove it.
`,
      fixed: `
http.host eq "a.example"
`,
    },
    {
      text: `
http.request.headers["x-env"][0] ne "a" or http.request.headers["x-env"][0] ne "b"
                                 ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.headers["x-env"][0] ne "a"' or 'http.request.headers["x-env"][0] ne "b"' is true whenever 'http.request.headers["x-env"][0]' is present, including '"a"'. Use 'and'.
                                                                            ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
`,
    },
    {
      text: `
true
^^^^ info: 'true' matches every request.
`,
    },
    {
      text: `
# @action execute
true
`,
    },
    {
      text: `
# @action block
true
^^^^ warning: 'true' matches every request, so 'block' stops all traffic.
`,
    },
    {
      text: `
len(http.request.headers["x-token"][0]) ge 0 and not http.host contains "a"
`,
    },
  ],
};

/** An explicit `true` is likely intended. */
function isPlainTrue({ members, home }: Verdict): boolean {
  const [only] = members;
  return members.length === 1 && !home && only?.operand === undefined;
}

/** A warning if the rule stops all traffic. */
function plainSeverity(rule: Document): Severity {
  return stopsRequests(actionOf(rule)) ? "warning" : "info";
}

function plainly(written: string, rule: Document): string {
  const action = actionOf(rule);
  const so = stopsRequests(action) ? `, so '${action}' stops all traffic` : "";
  return `${written} matches every request${so}.`;
}

function message(rule: Document, verdict: Verdict): string {
  const { text } = rule;
  const { members, home, unlessMissing } = verdict;
  const [first, second] = members;
  const so = consequence(verdict);
  if (!first)
    return `Every condition in this ${home ? logicalOf(home) : ""} is always true here${so}.`;
  if (!second) {
    if (isPlainTrue(verdict)) return plainly(quoted(text, first.node), rule);
    return `${singleReason(text, first, "always")}${so}. Change or remove it.`;
  }
  const what = first.operand ? quoted(text, first.operand) : "this";
  const every = unlessMissing ? `whenever ${what} is present` : `for every value of ${what}`;
  if (members.length > 2) return `One of these ${members.length} conditions is true ${every}${so}.`;
  const [a, b] = [quoted(text, first.node), quoted(text, second.node)];
  const witness = bothExcludeValues(first, second) ? excludedValue(text, first) : undefined;
  if (!witness) return `${a} or ${b} is true ${every}${so}. Change or remove one.`;
  return `${a} or ${b} is true ${every}, including ${witness}${so}. Use 'and'.`;
}

function fixes({ parsed }: Document, { members, home }: Verdict): readonly Fix[] {
  const [only, second] = members;
  if (!only?.owner || second || home?.node.name !== "and" || only.owner.logical.name !== "and")
    return [];
  const edits = removeOperand(parsed, only.owner);
  return edits.length > 0 ? [{ title: "Remove the condition", edits, guess: true }] : [];
}
