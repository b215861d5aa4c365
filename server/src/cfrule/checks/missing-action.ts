import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import { customPhase } from "../catalog/phases.ts";
import { type Directive, readDirectives } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const missingAction: RuleCheck<"rule"> = {
  code: "missing-action",
  severity: "hint",
  summary: "A rule has no '@action' in a workspace that pushes.",
  why: "A rule cannot be created without an action: a push prompts for one, or is rejected without a prompt, as in CI. It is reported only if the nearest `weir.json` has a profile, and not for value expressions.",
  on: "rule",
  run({ text, parsed, context, phase }, report) {
    const { root, form, problems } = parsed;
    if (!context.isPushed || form === "value" || root.kind === "missing" || problems.length > 0)
      return;
    // Other phases have other actions.
    if (phase && phase.name !== customPhase) return;
    // Another check reports an `@action` after the expression.
    if (parsed.directives.some(isAction) || readDirectives(text, parsed.comments).some(isAction))
      return;
    const word = /^[\w.]+/.exec(text.slice(root.start, root.end))?.[0].length ?? 1;
    report(
      { start: root.start, end: root.start + word },
      "Missing action. Add a line such as '# @action block' at the top.",
      { fixes: usual.map((it) => adding(it, text)) },
    );
  },
  examples: [
    {
      context: { isPushed: true },
      text: `
# @description No logins from there
http.request.uri.path eq "/login"
^^^^^^^^^^^^^^^^^^^^^ hint: Missing action. Add a line such as '# @action block' at the top.
=>
# @action block
# @description No logins from there
http.request.uri.path eq "/login"
`,
    },
    {
      context: { isPushed: true },
      text: `
# @action block
http.request.uri.path eq "/login"
`,
    },
    {
      context: { isPushed: true },
      text: `
# @value
concat("/shop", http.request.uri.path)
`,
    },
    `
http.request.uri.path eq "/login"
`,
  ],
};

function isAction({ name }: Directive): boolean {
  return name === "action";
}

/** The most common actions. Only the author knows which one is right. */
const usual = ["block", "managed_challenge", "log"] as const;

function adding(action: string, text: string): Fix {
  const top = text.startsWith("\ufeff") ? 1 : 0;
  const line = `# @action ${action}`;
  const edits = [insert(top, `${line}${firstLineBreak(text)}`)];
  return likelyFix(`Add '${line}'`, edits);
}
