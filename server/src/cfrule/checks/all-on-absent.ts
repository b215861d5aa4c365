import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { isWholeArray } from "../logic/formula/arrays.ts";
import { isPositive } from "../logic/groups.ts";
import { quoted } from "../logic/wording.ts";
import { isGuarded, presenceTest } from "../presence.ts";
import { testBefore } from "../rewrite/parentheses.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Indexed, Node, Quantifier } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const allOnAbsent: RuleCheck<"quantifier"> = {
  code: "all-on-absent",
  severity: "info",
  summary: "`all(…)` is also true when there are no elements.",
  why: "`all(x[*] …)` is true if there are no elements, and also if the key or the whole field is missing. To exclude requests without the value, add `has_key(…) and` or `len(…) gt 0 and`, or use `any(…)`. An argument that is only a call, as in `all(starts_with(x[*], …))`, is false for a missing key, but not in parentheses or after `not`. It is not reported for `not all(…)`, which is false then, or for header names and values, which every request has.",
  on: "quantifier",
  run(quantifier, report, scope) {
    if (quantifier.name !== "all" || !quantifier.closed || !isPositive(scope.above)) return;
    const { argument } = quantifier;
    const elements = elementsIn(argument);
    if (!elements || isAlwaysThere(elements) || isGuarded(elements, scope)) return;
    // An entry is never empty.
    if (isWholeArray(argument) && elements.indexes[0]?.key.kind === "string") return;
    const test = presenceTest(elements, scope.text);
    report(
      quantifier.callee,
      `'all' is also true when ${quoted(scope.text, elements)} is missing. Add a presence test, or use 'any'.`,
      { fixes: fixes(quantifier, test, scope) },
    );
  },
  examples: `
all(http.request.headers["x-env"][*] eq "test")
^^^ info: 'all' is also true when 'http.request.headers["x-env"][*]' is missing. Add a presence test, or use 'any'.
=>
has_key(http.request.headers, "x-env") and all(http.request.headers["x-env"][*] eq "test")
---
has_key(http.request.headers, "x-env") and all(http.request.headers["x-env"][*] eq "test")
---
all(http.request.uri.args.values[*] contains "a")
^^^ info: 'all' is also true when 'http.request.uri.args.values[*]' is missing. Add a presence test, or use 'any'.
=>
len(http.request.uri.args.values) gt 0 and all(http.request.uri.args.values[*] contains "a")
---
all(starts_with(http.request.headers["x-env"][*], "test")) or all(not starts_with(http.request.headers["x-env"][*], "test"))
                                                              ^^^ info: 'all' is also true when 'http.request.headers["x-env"][*]' is missing. Add a presence test, or use 'any'.
---
not all(http.request.headers["x-env"][*] eq "test") and (all(http.request.headers.values[*] ne "a"))
---
(any(lower(http.request.headers.names[*])[*] eq "x-env")) and (all(http.request.headers["x-env"][*] eq "test"))
`,
};

/** The array or map that `[*]` iterates over. */
function elementsIn(node: Node): Indexed | undefined {
  if (node.kind === "indexed" && isEach(node)) {
    return node.base.kind === "call" ? (elementsIn(node.base) ?? node) : node;
  }
  for (const child of childrenOf(node)) {
    const found = elementsIn(child);
    if (found) return found;
  }
  return undefined;
}

/** Every request has headers. A call counts as present, because nothing is known about its result. */
function isAlwaysThere({ base, indexes }: Indexed): boolean {
  if (indexes[0]?.key.kind === "string") return false;
  if (base.kind !== "field") return true;
  const { definition: field } = base;
  return !field || (/\.headers\.(?:names|values)$/.test(field.name) && !field.optional);
}

function fixes(
  { start, end, callee }: Quantifier,
  test: string | undefined,
  { parsed, above }: Scope,
): readonly Fix[] {
  const any = likelyFix("Use 'any'", [replace(callee, "any")]);
  if (!test) return [any];
  const edits = testBefore(parsed, { start, end }, above, { test, logical: "and" });
  return [likelyFix("Add a presence test", edits), any];
}
