import type { Report } from "../../core/check.ts";
import type { Fix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import { actionNamed } from "../catalogue/actions.ts";
import { actionIn, directivesToCheck } from "../directives/directive-words.ts";
import type { Directive } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const directiveAction: RuleCheck<"rule"> = {
  code: "directive-action",
  severity: "error",
  summary: "A directive does not go with the action of the rule.",
  why: "`@products` says what `bypass` or `skip` passes over, and `@skip` what `skip` does; no other action takes them, and a `skip` without either passes over nothing. Such a rule cannot be pushed.",
  on: "rule",
  run({ parsed, text }, report) {
    const action = actionIn(parsed);
    if (!action || !actionNamed(action.value)) return;
    const named = directivesToCheck(parsed);
    for (const { name, nameSpan } of named) {
      const actions = Object.hasOwn(takers, name) ? takers[name] : undefined;
      if (!actions || actions.includes(action.value)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const message = `'@${name}' goes with the action ${alternatives(actions)}, not with '${action.value}'.`;
      report(span, `${message} Remove the line, or change the action.`);
    }
    const says = named.some(({ name }) => Object.hasOwn(takers, name));
    if (action.value === "skip" && !says) lonelySkip(action, text, report);
  },
  examples: [
    {
      text: `
# @action block
# @products waf
  ^^^^^^^^^ error: '@products' goes with the action 'bypass' or 'skip', not with 'block'. Remove the line, or change the action.
http.request.uri.path eq "/health"
`,
    },
    {
      text: `
# @action skip
          ^^^^ error: This 'skip' does not say what it passes over. Add a line such as '# @skip ruleset=current'.
http.request.uri.path eq "/health"
`,
      fixed: `
# @action skip
# @skip ruleset=current
http.request.uri.path eq "/health"
`,
    },
    {
      text: `
# @action bypass
# @products waf, rateLimit
http.request.uri.path eq "/health"
`,
    },
  ],
};

/** The actions that the directive says more about. */
const takers: Readonly<Record<string, readonly string[]>> = {
  products: ["bypass", "skip"],
  skip: ["skip"],
};

function lonelySkip({ end, valueSpan }: Directive & Span, text: string, report: Report): void {
  const edits = [insert(end, `${firstLineBreak(text)}# @skip ruleset=current`)];
  const fix: Fix = { title: "Skip the rest of the rule set", edits, guess: true };
  report(
    valueSpan,
    "This 'skip' does not say what it passes over. Add a line such as '# @skip ruleset=current'.",
    { fixes: [fix] },
  );
}
