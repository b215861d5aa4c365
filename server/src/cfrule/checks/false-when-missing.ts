import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { stopsRequests } from "../catalog/actions.ts";
import { actionOf } from "../directives/directive-words.ts";
import { isPositive } from "../logic/groups.ts";
import { quoted } from "../logic/wording.ts";
import { isGuarded, presenceTest } from "../presence.ts";
import { testBefore } from "../rewrite/parentheses.ts";
import type { Comparison, Indexed, Node, Quantifier } from "../syntax/tree.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const falseWhenMissing: RuleCheck<"comparison"> = {
  code: "false-when-missing",
  severity: "warning",
  summary: "A request without the value does not match, though it looks as if it would.",
  why: '`len(x) eq 0`, `x eq ""` and `any(x[*] ne "secret")` are false when `x` is missing. A rule that stops requests with an empty or wrong header is bypassed by not sending the header. Add `not has_key(…) or`, or use `not any(… eq …)`. It is not reported for actions that stop no requests, or where the rule tests for the key.',
  on: "comparison",
  run(comparison, report, scope) {
    // Cheap test first: few comparisons are about an element.
    if (!testsElement(comparison)) return;
    const action = actionOf(scope);
    if (action !== "" && !stopsRequests(action)) return;
    const found = emptyTest(comparison, scope) ?? otherElement(comparison, scope, action !== "");
    if (!found) return;
    const { operand, node, above, isSure } = found;
    const test = presenceTest(operand, scope.text);
    if (test && isNeverShort(found) && isPositive(above)) {
      const suggested = `not ${test}`;
      report(node, `Never true: a name that is present has a value.`, {
        fix: likelyFix(`Use ${suggested}`, [replace(node, suggested)]),
      });
      return;
    }
    if (!test || !isPositive(above) || isGuarded(operand, { above, text: scope.text })) return;
    const edits = testBefore(scope.parsed, node, above, { test, logical: "or" });
    const fix = likelyFix("Include requests without it", edits);
    report(
      node,
      `False when ${quoted(scope.text, operand)} is missing, so requests without it do not match. Add 'not has_key(…) or' to include them.`,
      { fixes: [fix], severity: isSure ? "warning" : "hint" },
    );
  },
  examples: `
len(http.request.headers["authorization"]) eq 0
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Never true: a name that is present has a value. Use not has_key(http.request.headers, "authorization").
=>
not has_key(http.request.headers, "authorization")
---
# @action block
http.host eq "api.example" and any(http.request.headers["x-api-key"][*] ne "secret")
                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: False when 'http.request.headers["x-api-key"][*]' is missing, so requests without it do not match. Add 'not has_key(…) or' to include them.
=>
# @action block
http.host eq "api.example" and (not has_key(http.request.headers, "x-api-key") or any(http.request.headers["x-api-key"][*] ne "secret"))
---
http.request.headers["x-env"][0] eq "" or len(http.request.uri.args["q"][0]) lt 3
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: False when 'http.request.headers["x-env"][0]' is missing, so requests without it do not match. Add 'not has_key(…) or' to include them.
                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: False when 'http.request.uri.args["q"][0]' is missing, so requests without it do not match. Add 'not has_key(…) or' to include them.
---
not has_key(http.request.headers, "x-api-key") or any(http.request.headers["x-api-key"][*] ne "secret")
---
not any(http.request.headers["x-api-key"][*] eq "secret") and not len(http.request.headers["x-env"]) eq 0
---
# @action log
any(http.request.headers["x-env"][*] ne "test") and len(http.request.headers["x-env"]) lt 2
`,
};

/** `len(http.request.headers["x"]) eq 0`: a name has at least one value. */
function isNeverShort({ operand, node, isSure }: Found): boolean {
  const [key, second] = operand.indexes;
  const isEntry = key?.key.kind === "string" && key.of?.kind === "Map" && second === undefined;
  return isEntry && isSure && node.kind === "comparison" && operand.type?.kind === "Array";
}

function testsElement({ left }: Comparison): boolean {
  return left.kind === "indexed" || (left.kind === "call" && left.name === "len");
}

interface Found {
  readonly operand: Indexed;
  /** The comparison, or the `any` around it. */
  readonly node: Comparison | Quantifier;
  readonly above: readonly Node[];
  readonly isSure: boolean;
}

/** A comparison that an empty value passes: with its length, or with the empty string. */
function emptyTest(node: Comparison, { above }: Scope): Found | undefined {
  const { left, operator, right } = node;
  const source = left.kind === "call" && left.name === "len" ? left.args[0] : left;
  if (source?.kind !== "indexed" || above.some((it) => it.kind === "quantifier")) return undefined;
  if (source === left) {
    const isEmpty = right.kind === "string" && right.bytes === "" && operator.name === "eq";
    return isEmpty ? { operand: source, node, above, isSure: true } : undefined;
  }
  if (right.kind !== "integer") return undefined;
  const isZero = right.value === 0n && (operator.name === "eq" || operator.name === "le");
  const isShort = (operator.name === "lt" || operator.name === "le") && right.value > 0n;
  if (!isZero && !isShort) return undefined;
  const isSure = isZero || (operator.name === "lt" && right.value === 1n);
  return { operand: source, node, above, isSure };
}

/** `any(x[*] ne "a")`: some element is another one. Without an action, that may be what is meant. */
function otherElement(
  comparison: Comparison,
  { above }: Scope,
  isSure: boolean,
): Found | undefined {
  const { left, operator } = comparison;
  const at = above.findLastIndex((it) => it.kind === "quantifier");
  const node = above[at];
  if (node?.kind !== "quantifier" || node.name !== "any" || left.kind !== "indexed")
    return undefined;
  const isNegated = isPositive(above.slice(at + 1)) === false;
  const isOther = isNegated
    ? operator.name === "eq" || operator.name === "in"
    : operator.name === "ne";
  return isOther ? { operand: left, node, above: above.slice(0, at), isSure } : undefined;
}
