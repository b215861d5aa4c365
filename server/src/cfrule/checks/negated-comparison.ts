import { replace } from "../../text/edit.ts";
import { quoted } from "../logic/wording.ts";
import { oppositeOf, plainComparison } from "../rewrite/opposite.ts";
import { dropNot, hasComment, startsArgument } from "../rewrite/source.ts";
import type { RuleCheck } from "./check.ts";

export const negatedComparison: RuleCheck<"not"> = {
  code: "negated-comparison",
  severity: "hint",
  summary: "A negated comparison has an operator of its own.",
  why: "`not x eq y` is `x ne y` for what every request has. For what may be missing the two differ, so nothing is said there.",
  on: "not",
  run(not, report, { parsed, scheme, text, above }) {
    const comparison = plainComparison(not);
    const operator = comparison && oppositeOf(comparison, { text, scheme });
    if (!comparison || !operator || hasComment(parsed, not)) return;
    const around = above[above.length - 1];
    const longer = around?.kind === "logical" && startsArgument(not, above);
    // Two negations in a row are told as such.
    if (longer || around?.kind === "not" || around?.kind === "group") return;
    const written = text.slice(comparison.operator.start, comparison.operator.end);
    report(
      { start: not.start, end: comparison.operator.end },
      `'not … ${written}' is '${operator}' for ${quoted(text, comparison.left)}, which every request has.`,
      {
        fixes: [
          {
            title: `Use '${operator}'`,
            edits: [dropNot(parsed, not), replace(comparison.operator, operator)],
          },
        ],
      },
    );
  },
  examples: [
    {
      text: `
not http.host eq "a.example"
^^^^^^^^^^^^^^^^ hint: 'not … eq' is 'ne' for 'http.host', which every request has.
`,
      fixed: `
http.host ne "a.example"
`,
    },
    {
      text: `
not ip.src lt 192.0.2.1 or not http.host contains "a"
`,
    },
  ],
};
