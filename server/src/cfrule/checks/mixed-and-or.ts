import { parenthesize } from "../rewrite/parentheses.ts";
import type { RuleCheck } from "./check.ts";

export const mixedAndOr: RuleCheck<"logical"> = {
  code: "mixed-and-or",
  severity: "info",
  summary: "`and` and `or` are mixed without parentheses.",
  why: "`and` binds tighter than `xor`, and `xor` tighter than `or`, which is easy to miss. Parentheses make it explicit without changing anything.",
  on: "logical",
  run(logical, report, { parsed }) {
    // With syntax errors the grouping is unknown.
    if (parsed.problems.length > 0) return;
    const inner = logical.operands.find((it) => it.kind === "logical");
    if (inner?.kind !== "logical") return;
    const operator = logical.operators[0] ?? logical;
    report(
      operator,
      `'${inner.name}' binds tighter than '${logical.name}' here. Add parentheses to make it explicit.`,
      {
        fixes: [{ title: "Add implied parentheses", edits: parenthesize(parsed, logical) }],
      },
    );
  },
  examples: [
    {
      text: `
ssl or http.host eq "a.example" and ip.src.country eq "PT"
    ^^ info: 'and' binds tighter than 'or' here. Add parentheses to make it explicit.
`,
      fixed: `
ssl or (http.host eq "a.example" and ip.src.country eq "PT")
`,
    },
    {
      text: `
ssl and (http.host eq "a.example" or ip.src.country eq "PT")
`,
    },
  ],
};
