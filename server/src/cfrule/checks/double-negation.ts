import { safeFix } from "../../core/diagnostic.ts";
import type { Edit } from "../../text/edit.ts";
import { cutOut, hasComment, startsArgument } from "../rewrite/source.ts";
import type { Expression, Node, Not } from "../syntax/tree.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const doubleNegation: RuleCheck<"not"> = {
  code: "double-negation",
  severity: "info",
  summary: "Two negations cancel each other out.",
  why: "`not not x`, `!!x` and `not (not x)` all mean `x`.",
  on: "not",
  run(not, report, scope) {
    const inner = negationIn(not);
    if (!inner || isThird(not, scope)) return;
    const edits = cancel(not, inner, scope);
    report(
      { start: not.operator.start, end: inner.operator.end },
      "The two negations cancel each other out. Remove both.",
      { fixes: edits.length > 0 ? [safeFix("Remove both negations", edits)] : [] },
    );
  },
  examples: `
not not ssl and http.host eq "a.example"
^^^^^^^ info: The two negations cancel each other out. Remove both.
=>
ssl and http.host eq "a.example"
---
not (not http.host eq "a.example")
^^^^^^^^ info: The two negations cancel each other out. Remove both.
=>
http.host eq "a.example"
`,
};

function negationIn({ operand }: Not): Not | undefined {
  let inner: Expression = operand;
  while (inner.kind === "group") inner = inner.inner;
  return inner.kind === "not" ? inner : undefined;
}

/** If there are three in a row, only the first two are reported. */
function isThird(not: Not, { above }: Scope): boolean {
  let count = 0;
  for (let i = above.length - 1; i >= 0; i--) {
    const kind = above[i]?.kind;
    if (kind === "not") count++;
    else if (kind !== "group") break;
  }
  return count % 2 === 1 && not.kind === "not";
}

/** The content of parentheses that only the negation needed. */
function needless(operand: Expression, above: readonly Node[]): Expression | undefined {
  if (operand.kind !== "group" || operand.inner.kind !== "logical") return undefined;
  const around = above[above.length - 1];
  const alike = around?.kind === "logical" && around.name === operand.inner.name;
  return alike && !startsArgument(operand, above) ? operand.inner : undefined;
}

function cancel(not: Not, inner: Not, { parsed, above }: Scope): Edit[] {
  const open = { start: not.start, end: inner.operand.start };
  const close = { start: inner.operand.end, end: not.end };
  if (hasComment(parsed, open) || hasComment(parsed, close)) return [];
  const { operand } = inner;
  // A longer argument can start with a negation, but not with any node.
  if (startsArgument(not, above) && operand.kind !== "group" && operand.kind !== "not") return [];
  const inside = needless(operand, above);
  if (inside && hasComment(parsed, operand)) return [];
  if (inside) open.end = inside.start;
  if (inside) close.start = inside.end;
  return close.end > close.start
    ? [cutOut(parsed, open), cutOut(parsed, close)]
    : [cutOut(parsed, open)];
}
