import { safeFix } from "../../core/diagnostic.ts";
import { type Span, spanAround } from "../../text/span.ts";
import { parenthesize } from "../rewrite/parentheses.ts";
import type { Logical } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const mixedAndOr: RuleCheck<"logical"> = {
  code: "mixed-and-or",
  severity: "info",
  summary: "`and` and `or` are mixed without parentheses.",
  why: "`and` binds tighter than `xor`, and `xor` tighter than `or`, which is easy to miss. Parentheses make it explicit without changing anything. If Terraform joins a list by `and`, an element with an `or` and without parentheses is torn apart, which is a warning.",
  on: "logical",
  run(logical, report, { parsed, context }) {
    // With syntax errors the grouping is unknown.
    if (parsed.problems.length > 0) return;
    const inner = logical.operands.find((it) => it.kind === "logical");
    if (inner?.kind !== "logical") return;
    const torn = tornElement(logical, context.surroundings?.elements ?? []);
    if (torn) {
      report(
        torn.operator,
        `'${torn.name}' joins the elements and binds tighter than '${logical.name}' in this one. Add parentheses around the element.`,
        { severity: "warning" },
      );
      return;
    }
    const operator = logical.operators[0] ?? logical;
    report(
      operator,
      `'${inner.name}' binds tighter than '${logical.name}' here. Add parentheses to make it explicit.`,
      {
        fixes: [safeFix("Add implied parentheses", parenthesize(parsed, logical))],
      },
    );
  },
  examples: `
ssl or http.host eq "a.example" and ip.src.country eq "PT"
    ^^ info: 'and' binds tighter than 'or' here. Add parentheses to make it explicit.
=>
ssl or (http.host eq "a.example" and ip.src.country eq "PT")
---
ssl and (http.host eq "a.example" or ip.src.country eq "PT")
`,
};

/** The first operator inside an element of which another element takes a part, as in `join(" and ", ["a or b", "c"])`. */
function tornElement({ operators, operands }: Logical, elements: readonly Span[]) {
  if (elements.length < 2) return undefined;
  const across = operands.find((it) => it.kind === "logical" && !spanAround(elements, it));
  const operator = operators.find((it) => spanAround(elements, it));
  return across?.kind === "logical" && operator ? { operator, name: across.name } : undefined;
}
