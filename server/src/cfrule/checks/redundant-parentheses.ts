import { safeFix } from "../../core/diagnostic.ts";
import { isBeforePlanTest } from "../account-level.ts";
import { ungroup } from "../rewrite/parentheses.ts";
import type { Group, Node } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const redundantParentheses: RuleCheck<"group"> = {
  code: "redundant-parentheses",
  severity: "hint",
  summary: "Redundant parentheses.",
  why: "One of two pairs around the same expression is redundant, and so is a pair around part of an `and` inside the same `and`. Parentheses around a single condition are not reported: the dashboard adds them, and they can help readability. Nor are those before the `cf.zone.plan` test at the end of an account-level rule, which the service requires.",
  on: "group",
  run(group, report, { parsed, above }) {
    const around = above[above.length - 1];
    if (!isIdle(group, around)) return;
    const edits = ungroup(parsed, group, above);
    if (edits.length === 0) return;
    report({ start: group.start, end: group.start + 1 }, "Redundant parentheses. Remove them.", {
      fixes: [safeFix("Remove the parentheses", edits)],
      look: "unnecessary",
    });
  },
  examples: `
((ssl or http.host eq "a.example")) and http.request.method eq "GET"
^ hint: Redundant parentheses. Remove them.
=>
(ssl or http.host eq "a.example") and http.request.method eq "GET"
---
ssl and (http.host eq "a.example" and http.request.method eq "GET")
        ^ hint: Redundant parentheses. Remove them.
=>
ssl and http.host eq "a.example" and http.request.method eq "GET"
---
(http.host eq "a.example") or (cf.client.bot and ssl) or (cf.bot_management.verified_bot)
---
(http.host eq "a.example" and ssl) and cf.zone.plan eq "ENT"
`,
};

function isIdle(group: Group, around: Node | undefined): boolean {
  const { inner } = group;
  switch (inner.kind) {
    case "group":
      return true;
    case "logical":
      return (
        around?.kind === "logical" && around.name === inner.name && !isBeforePlanTest(group, around)
      );
    default:
      return false;
  }
}
