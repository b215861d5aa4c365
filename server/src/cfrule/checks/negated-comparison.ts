import { safeFix } from "../../core/diagnostic.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { quoted } from "../logic/wording.ts";
import { oppositeOf } from "../rewrite/opposite.ts";
import { cutOut, hasComment, type Source, startsArgument } from "../rewrite/source.ts";
import type { Comparison, Not } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import type { RuleCheck } from "./check.ts";

export const negatedComparison: RuleCheck<"not"> = {
  code: "negated-comparison",
  severity: "hint",
  summary: "A negated comparison can use the opposite operator.",
  why: "`not x eq y` is equivalent to `x ne y` if every request has the value. If the value may be missing, the two differ, so nothing is reported.",
  on: "not",
  run(not, report, { parsed, text, above }) {
    const comparison = comparisonIn(not);
    const operator = comparison && oppositeOf(comparison, text);
    if (!comparison || !operator || hasComment(parsed, not)) return;
    const around = above[above.length - 1];
    const longer = around?.kind === "logical" && startsArgument(not, above);
    // Double negations are reported by another check.
    if (longer || around?.kind === "not" || around?.kind === "group") return;
    const written = text.slice(comparison.operator.start, comparison.operator.end);
    report(
      { start: not.start, end: comparison.operator.end },
      `'not … ${written}' is equivalent to '${operator}' for ${isEach(comparison.left) ? "an element" : quoted(text, comparison.left)}, which is never missing.`,
      {
        fix: safeFix(`Use '${operator}'`, [
          ...bared(parsed, not, comparison),
          replace(comparison.operator, operator),
        ]),
      },
    );
  },
  examples: `
not http.host eq "a.example"
^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for 'http.host', which is never missing. Use 'ne'.
=>
http.host ne "a.example"
---
!(http.response.code > 499)
^^^^^^^^^^^^^^^^^^^^^^ hint: 'not … >' is equivalent to '<=' for 'http.response.code', which is never missing. Use '<='.
=>
http.response.code <= 499
---
# @action log
any(not http.request.headers["x-env"][*] eq "test")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: 'not … eq' is equivalent to 'ne' for an element, which is never missing. Use 'ne'.
=>
# @action log
any(http.request.headers["x-env"][*] ne "test")
---
not ip.src lt 192.0.2.1 or not http.host contains "a"
`,
};

/** Directly after the `not`, or alone in parentheses. */
function comparisonIn({ operand }: Not): Comparison | undefined {
  let inner = operand;
  while (inner.kind === "group") inner = inner.inner;
  return inner.kind === "comparison" ? inner : undefined;
}

/** Removes the `not` and its parentheses. */
function bared(source: Source, not: Not, comparison: Comparison): Edit[] {
  const before = cutOut(source, { start: not.start, end: comparison.start });
  if (comparison.end === not.end) return [before];
  return [before, cutOut(source, { start: comparison.end, end: not.end })];
}
