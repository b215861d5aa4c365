import { alternatives } from "../../text/wording.ts";
import { mostReplaceCalls } from "../catalogue/limits.ts";
import { eachNode } from "../syntax/children.ts";
import type { Call } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const replaceCalls: RuleCheck<"rule"> = {
  code: "replace-calls",
  severity: "error",
  summary: "The expression replaces more than once.",
  why: "The service takes one call of `regex_replace()` or `wildcard_replace()` in an expression, and not one of each. A single pattern with several groups often does the work of two.",
  on: "rule",
  run({ text, parsed }, report) {
    if (!text.includes("_replace")) return;
    const calls: Call[] = [];
    eachNode(parsed.root, (it) => {
      if (it.kind === "call" && it.definition?.onceAmong) calls.push(it);
    });
    const [first, ...others] = calls.sort((a, b) => a.start - b.start);
    if (!first || calls.length <= mostReplaceCalls) return;
    const names = alternatives(first.definition?.onceAmong ?? []);
    for (const { callee } of others) {
      report(callee, `One expression can call ${names} once only, and it has been called before.`, {
        related: [{ ...first.callee, message: "The first call" }],
      });
    }
  },
  examples: [
    {
      text: `
# @value
regex_replace(wildcard_replace(http.request.uri.path, "/shop/*", "/\${1}"), "^/old/", "/")
              ^^^^^^^^^^^^^^^^ error: One expression can call 'regex_replace' or 'wildcard_replace' once only, and it has been called before.
`,
    },
    {
      text: `
# @value
regex_replace(http.request.uri.path, "^/shop/old/", "/")
`,
    },
  ],
};
