import { ungroup } from "../rewrite/parentheses.ts";
import type { Group, Node } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const redundantParentheses: RuleCheck<"group"> = {
  code: "redundant-parentheses",
  severity: "hint",
  summary: "Parentheses change nothing, not even how the rule reads.",
  why: "Two pairs around one thing, a pair around a single field, and a pair around part of an `and` inside the same `and`. Those around a comparison are left alone: the dashboard writes them, and many find them easier to read.",
  on: "group",
  run(group, report, { parsed, above }) {
    if (!isIdle(group, above[above.length - 1])) return;
    const edits = ungroup(parsed, group, above);
    if (edits.length === 0) return;
    report(
      { start: group.start, end: group.start + 1 },
      "These parentheses change nothing. Remove them.",
      { fixes: [{ title: "Remove the parentheses", edits }], look: "unnecessary" },
    );
  },
  examples: [
    {
      text: `
((ssl or http.host eq "a.example")) and http.request.method eq "GET"
^ hint: These parentheses change nothing. Remove them.
`,
      fixed: `
(ssl or http.host eq "a.example") and http.request.method eq "GET"
`,
    },
    {
      text: `
ssl and (http.host eq "a.example" and http.request.method eq "GET")
        ^ hint: These parentheses change nothing. Remove them.
`,
      fixed: `
ssl and http.host eq "a.example" and http.request.method eq "GET"
`,
    },
    {
      text: `
(http.host eq "a.example") or (http.host contains "b" and ssl)
`,
    },
  ],
};

function isIdle({ inner }: Group, around: Node | undefined): boolean {
  switch (inner.kind) {
    case "group":
      return true;
    case "field":
      return inner.type?.kind === "Boolean";
    case "logical":
      return around?.kind === "logical" && around.name === inner.name;
    default:
      return false;
  }
}
