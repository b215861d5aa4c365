import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { mayBeMissing } from "../logic/operand.ts";
import { quoted } from "../logic/wording.ts";
import { isGuarded, presenceTest } from "../presence.ts";
import { testBefore } from "../rewrite/parentheses.ts";
import { dropNot, insertWord, startsArgument } from "../rewrite/source.ts";
import type { Comparison, Operand } from "../syntax/tree.ts";
import { isEach, isOperand } from "../syntax/types.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const mayBeMissingValue: RuleCheck<"comparison"> = {
  code: "may-be-missing",
  severity: "hint",
  summary: "The value may be missing, and then `ne` and `not … eq` differ.",
  why: "A comparison with a missing value is false, so `not x eq y` is true for every request without `x`. For `x ne y` Cloudflare's documentation says false, but the engine's default is true. Add `has_key(…) and` to exclude those requests, or `not has_key(…) or` to include them explicitly. Where there is no key to test, `not … eq` includes them.",
  on: "comparison",
  run(comparison, report, scope) {
    const { operator } = comparison;
    // Cheap test first: most comparisons are neither.
    if (operator.name !== "ne" && !isNegated(operator, scope)) return;
    for (const value of valuesOf(comparison)) {
      if (operator.name !== "ne") negated(value, comparison, report, scope);
      else if (value.type && mayBeMissing(value) && !isGuarded(value, scope)) {
        const { fixes, advice } = answers(value, comparison, scope);
        report(
          operator,
          `When ${quoted(scope.text, value)} is missing, 'ne' is false according to the documentation but true in the engine. ${advice}`,
          { fixes, severity: value.kind === "indexed" ? "info" : "hint" },
        );
        return;
      }
    }
  },
  examples: `
http.request.headers["x-env"][0] ne "test"
                                 ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false according to the documentation but true in the engine. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them.
=>
has_key(http.request.headers, "x-env") and http.request.headers["x-env"][0] ne "test"
---
has_key(http.request.headers, "x-env") and http.request.headers["x-env"][0] ne "test"
---
not has_key(http.request.headers, "x-env") or http.request.headers["x-env"][0] ne "test"
---
not http.request.headers["x-env"][0] eq "test" and http.host ne "a.example"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: Also true when 'http.request.headers["x-env"][0]' is missing. Add 'has_key(…) and' to exclude those requests, or 'not has_key(…) or' to include them explicitly.
=>
has_key(http.request.headers, "x-env") and not http.request.headers["x-env"][0] eq "test" and http.host ne "a.example"
`,
};

/** The fields and elements that are compared. Next to an element of each, no test of a key is allowed. */
function valuesOf({ left, right }: Comparison): readonly Operand[] {
  if (isEach(left)) return [];
  const values = isOperand(right) ? [left, right] : [left];
  return values.filter((it) => it.kind !== "call");
}

const leaveOut = "'has_key(…) and' to exclude those requests";
const either = `${leaveOut}, or 'not has_key(…) or' to include them`;

function isNegated({ name }: Comparison["operator"], { above }: Scope): boolean {
  return (name === "eq" || name === "in") && above[above.length - 1]?.kind === "not";
}

/** Reports a negated comparison, which is also true when the value is missing: correct, but easy to overlook. */
function negated(value: Operand, { operator }: Comparison, report: Report, scope: Scope): void {
  const { above, text } = scope;
  const not = above[above.length - 1];
  if (not?.kind !== "not") return;
  const test = presenceTest(value, text);
  if (!test || isGuarded(value, scope)) return;
  const around = { ...scope, above: above.slice(0, -1) };
  report(
    { start: not.start, end: operator.end },
    `Also true when ${quoted(text, value)} is missing. Add ${leaveOut}, or 'not has_key(…) or' to include them explicitly.`,
    { fixes: tested(test, not, around) },
  );
}

function tested(test: string, node: Span, { parsed, above }: Scope): readonly Fix[] {
  const out = testBefore(parsed, node, above, { test, logical: "and" });
  const taken = testBefore(parsed, node, above, { test, logical: "or" });
  return [
    likelyFix("Exclude requests without it", out),
    likelyFix("Include requests without it", taken),
  ];
}

/** A field has no key to test, so the comparison itself has to change. */
function answers(
  value: Operand,
  comparison: Comparison,
  scope: Scope,
): { fixes: readonly Fix[]; advice: string } {
  const { above, parsed, text } = scope;
  const { start, operator } = comparison;
  const test = presenceTest(value, text);
  if (test) return { fixes: tested(test, comparison, scope), advice: `Add ${either}.` };
  const eq = text.slice(operator.start, operator.end) === "!=" ? "==" : "eq";
  const equal = replace(operator, eq);
  const around = above[above.length - 1];
  if (around?.kind === "not") {
    const edits = startsArgument(around, above.slice(0, -1))
      ? []
      : [dropNot(parsed, around), equal];
    const fixes: Fix[] = [likelyFix("Use 'eq' without 'not'", edits)];
    const advice = "Use 'eq' without 'not' to exclude those requests.";
    return { fixes: edits.length > 0 ? fixes : [], advice };
  }
  const not = insertWord(parsed, start, eq === "==" ? "!" : "not ");
  const fix = likelyFix("Use 'not … eq'", [not, equal]);
  return { fixes: [fix], advice: "Use 'not … eq …' to include those requests." };
}
