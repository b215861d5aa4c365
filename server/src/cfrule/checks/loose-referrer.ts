import { stopsRequests } from "../catalog/actions.ts";
import { actionOf } from "../directives/directive-words.ts";
import { isPositive } from "../logic/groups.ts";
import { addressKind, writtenName } from "../values/ip-ranges.ts";
import { testedField } from "../values/operand-facts.ts";
import type { RuleCheck } from "./check.ts";

export const looseReferrer: RuleCheck<"comparison"> = {
  code: "loose-referrer",
  severity: "hint",
  summary: "A domain anywhere in a referrer or origin also matches other sites.",
  why: 'Any site can have the address `https://other.example/?example.com` or `example.com.other.example`, so a rule that lets through what contains `example.com` is easily bypassed. Use `starts_with(http.referer, "https://example.com/")`. It is reported where such requests escape the rule: after `not`, or if the action stops no requests. A client can still send any referrer.',
  on: "comparison",
  run({ left, operator, right }, report, scope) {
    if (operator.name !== "contains" || right.kind !== "string" || !domain.test(right.value))
      return;
    const tested = testedField(left);
    const kind = tested && addressKind(tested);
    if (!tested || (kind !== "page" && kind !== "origin")) return;
    const positive = isPositive(scope.above);
    const action = actionOf(scope);
    const letsThrough = action === "skip" || action === "allow" || action === "bypass";
    if (
      positive === undefined ||
      (positive ? !letsThrough : action !== "" && !stopsRequests(action))
    )
      return;
    report(
      right,
      `'${writtenName(tested)}' of any site can contain '${right.value}', as in 'https://other.example/?${right.value}'. Use starts_with with 'https://${right.value}${kind === "page" ? "/" : ""}'.`,
    );
  },
  examples: `
not http.referer contains "example.com"
                          ^^^^^^^^^^^^^ hint: 'http.referer' of any site can contain 'example.com', as in 'https://other.example/?example.com'. Use starts_with with 'https://example.com/'.
---
# @action allow
any(http.request.headers["origin"][*] contains "example.com")
                                               ^^^^^^^^^^^^^ hint: 'http.request.headers["origin"]' of any site can contain 'example.com', as in 'https://other.example/?example.com'. Use starts_with with 'https://example.com'.
---
not starts_with(http.referer, "https://example.com/") and not http.referer contains "/shop/"
---
# @action block
http.referer contains "spam.example"
`,
};

const domain = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i;
