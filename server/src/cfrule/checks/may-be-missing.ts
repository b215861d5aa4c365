import type { Report } from "../../core/check.ts";
import type { Fix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { mayBeMissing } from "../logic/operand.ts";
import { isGuarded, presenceTest } from "../logic/presence.ts";
import { quoted } from "../logic/wording.ts";
import { insertWord } from "../rewrite/source.ts";
import type { Comparison } from "../syntax/tree.ts";
import { isEach } from "../types.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const mayBeMissingValue: RuleCheck<"comparison"> = {
  code: "may-be-missing",
  severity: "hint",
  summary: "A request may lack the value, and then `ne` and `not … eq` differ.",
  why: "A comparison with a missing value is false, so `not x eq y` is true of every request without `x`. For `x ne y` the service's pages say false, and the engine by default says true. Write `not … eq` to take those requests in, or add `has_key(…) and` to leave them out.",
  on: "comparison",
  run(comparison, report, scope) {
    const { left, operator } = comparison;
    if (isEach(left) || left.kind === "call") return;
    if (operator.name !== "ne") return negated(comparison, report, scope);
    if (!left.type || !mayBeMissing(left, scope.scheme) || isGuarded(left, scope)) return;
    report(
      operator,
      `When ${quoted(scope.text, left)} is missing, 'ne' is false by the service's pages and true in the engine. Write 'not … eq …' to take such requests in.`,
      {
        fixes: fixes(comparison, scope),
        severity: left.kind === "indexed" ? "info" : "hint",
      },
    );
  },
  examples: [
    {
      text: `
http.request.headers["x-env"][0] ne "test"
                                 ^^ info: When 'http.request.headers["x-env"][0]' is missing, 'ne' is false by the service's pages and true in the engine. Write 'not … eq …' to take such requests in.
`,
      fixed: `
not http.request.headers["x-env"][0] eq "test"
`,
    },
    {
      text: `
has_key(http.request.headers, "x-env") and http.request.headers["x-env"][0] ne "test"
`,
    },
    {
      text: `
not http.request.headers["x-env"][0] eq "test" and http.host ne "a.example"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: This is true as well when 'http.request.headers["x-env"][0]' is missing.
`,
    },
  ],
};

/** What `not` makes of it is as it should be, only not everyone thinks of it. */
function negated({ left, operator }: Comparison, report: Report, scope: Scope): void {
  const not = scope.above[scope.above.length - 1];
  if (not?.kind !== "not" || (operator.name !== "eq" && operator.name !== "in")) return;
  const test = presenceTest(left, scope.text);
  if (!test || isGuarded(left, scope)) return;
  const edits = [insertWord(scope.parsed, not.start, `(${test} and `), insert(not.end, ")")];
  report(
    { start: not.start, end: operator.end },
    `This is true as well when ${quoted(scope.text, left)} is missing.`,
    { fixes: [{ title: "Leave requests without it out", edits, guess: true }] },
  );
}

function fixes(comparison: Comparison, { parsed, text }: Scope): readonly Fix[] {
  const { left, operator } = comparison;
  const eq = text.slice(operator.start, operator.end) === "!=" ? "==" : "eq";
  const taken: Fix = {
    title: "Write 'not … eq'",
    edits: [
      insertWord(parsed, comparison.start, "not "),
      { start: operator.start, end: operator.end, newText: eq },
    ],
    guess: true,
  };
  const test = presenceTest(left, text);
  if (!test) return [taken];
  const edits = [
    insertWord(parsed, comparison.start, `(${test} and `),
    insert(comparison.end, ")"),
  ];
  return [taken, { title: "Leave requests without it out", edits, guess: true }];
}
