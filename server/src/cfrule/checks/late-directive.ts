import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { insert, remove } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import { directiveNamed } from "../catalog/directives.ts";
import { wholeLine } from "../directives/directive-words.ts";
import { type Directive, readDirectives } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const lateDirective: RuleCheck<"comments"> = {
  code: "late-directive",
  severity: "warning",
  summary: "A directive appears after the expression starts.",
  why: "Directives are only read before the expression. After that, the line is treated as a comment, and the rule is pushed without it.",
  on: "comments",
  run({ text, parsed }, report) {
    const { comments, root } = parsed;
    const last = comments.at(-1);
    if (!last || last.start < root.start || root.kind === "missing") return;
    const late = comments.filter((it) => it.start > root.start).slice(0, maxChecked);
    const above = new Set(parsed.directives.map((it) => it.name));
    for (const directive of readDirectives(text, late)) {
      const { name, nameSpan } = directive;
      if (!directiveNamed(name)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const ignored = `'@${name}' is ignored after the expression starts`;
      if (above.has(name)) {
        report(span, `${ignored}, and is already set at the top. Remove one.`);
        continue;
      }
      report(span, `${ignored}. Move it to the top.`, { fixes: [moving(text, directive)] });
    }
  },
  examples: `
# @description No logins from there
http.request.uri.path eq "/login"
# @action block
  ^^^^^^^ warning: '@action' is ignored after the expression starts. Move it to the top.
and ip.src.country eq "T1"
=>
# @action block
# @description No logins from there
http.request.uri.path eq "/login"
and ip.src.country eq "T1"
---
http.request.uri.path eq "/login"  # @paused
                                     ^^^^^^^ warning: '@paused' is ignored after the expression starts. Move it to the top.
=>
# @paused
http.request.uri.path eq "/login"
---
# @action block
http.request.uri.path eq "/login"
# @action log
  ^^^^^^^ warning: '@action' is ignored after the expression starts, and is already set at the top. Remove one.
---
# @action block
http.request.uri.path eq "/login"  # @alice asked for it
`,
};

/** Bounds the work for hostile texts. */
const maxChecked = 10_000;

/** Moving it changes what is pushed, so the fix is a guess. */
function moving(text: string, directive: Directive): Fix {
  const line = text.slice(directive.start, directive.end).trimEnd();
  const top = text.startsWith("\ufeff") ? 1 : 0;
  const old = wholeLine(text, directive);
  const edits = [insert(top, `${line}${firstLineBreak(text)}`), remove(old)];
  return likelyFix("Move to the top", edits);
}
