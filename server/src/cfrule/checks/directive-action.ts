import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import { actionNamed } from "../catalog/actions.ts";
import { actionIn, directivesToCheck } from "../directives/directive-words.ts";
import type { Directive } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const directiveAction: RuleCheck<"comments"> = {
  code: "directive-action",
  severity: "error",
  summary: "A directive does not apply to the rule's action.",
  why: "`@products` lists what `bypass` or `skip` skips, and `@skip` sets the parameters of `skip`. No other action supports them, and a `skip` without either skips nothing. Such a rule cannot be pushed.",
  on: "comments",
  run({ parsed, text }, report) {
    const action = actionIn(parsed);
    if (!action || !actionNamed(action.value)) return;
    const named = directivesToCheck(parsed);
    for (const { name, nameSpan } of named) {
      const actions = Object.hasOwn(supportedActions, name) ? supportedActions[name] : undefined;
      if (!actions || actions.includes(action.value)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const message = `'@${name}' is for the action ${alternatives(actions)}, not '${action.value}'.`;
      report(span, `${message} Remove it, or change the action.`);
    }
    const hasParameters = named.some(({ name }) => Object.hasOwn(supportedActions, name));
    if (action.value === "skip" && !hasParameters) emptySkip(action, text, report);
  },
  examples: `
# @action block
# @products waf
  ^^^^^^^^^ error: '@products' is for the action 'bypass' or 'skip', not 'block'. Remove it, or change the action.
http.request.uri.path eq "/health"
---
# @action skip
          ^^^^ error: 'skip' needs '@skip' or '@products'. Add a line such as '# @skip ruleset=current'.
http.request.uri.path eq "/health"
=>
# @action skip
# @skip ruleset=current
http.request.uri.path eq "/health"
---
# @action bypass
# @products waf, rateLimit
http.request.uri.path eq "/health"
`,
};

/** The actions that support a directive. */
const supportedActions: Readonly<Record<string, readonly string[]>> = {
  products: ["bypass", "skip"],
  skip: ["skip"],
};

function emptySkip({ end, valueSpan }: Directive & Span, text: string, report: Report): void {
  const edits = [insert(end, `${firstLineBreak(text)}# @skip ruleset=current`)];
  const fix = likelyFix("Add '# @skip ruleset=current'", edits);
  report(
    valueSpan,
    "'skip' needs '@skip' or '@products'. Add a line such as '# @skip ruleset=current'.",
    { fixes: [fix] },
  );
}
