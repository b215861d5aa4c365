import { alternatives } from "../../text/wording.ts";
import { maxReplaceCalls } from "../catalog/limits.ts";
import { eachNode } from "../syntax/children.ts";
import type { Call } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const replaceCalls: RuleCheck<"rule"> = {
  code: "replace-calls",
  severity: "error",
  summary: "The expression calls a replace function more than once.",
  why: "The service allows one call of `regex_replace()` or `wildcard_replace()` per expression, not one of each. A single pattern with several groups can often replace two calls.",
  on: "rule",
  run({ text, parsed }, report) {
    if (!text.includes("_replace")) return;
    const calls: Call[] = [];
    eachNode(parsed.root, (it) => {
      if (it.kind === "call" && it.definition?.onceAmong) calls.push(it);
    });
    const [first, ...others] = calls.sort((a, b) => a.start - b.start);
    if (!first || calls.length <= maxReplaceCalls) return;
    const names = alternatives(first.definition?.onceAmong ?? []);
    for (const { callee } of others) {
      report(callee, `An expression can call ${names} only once. Combine the calls into one.`, {
        related: [{ ...first.callee, message: "First call." }],
      });
    }
  },
  examples: `
# @value
regex_replace(wildcard_replace(http.request.uri.path, "/shop/*", "/\${1}"), "^/old/", "/")
              ^^^^^^^^^^^^^^^^ error: An expression can call 'regex_replace' or 'wildcard_replace' only once. Combine the calls into one.
---
# @value
regex_replace(http.request.uri.path, "^/shop/old/", "/")
`,
};
