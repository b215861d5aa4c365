import { type Edit, insert, remove } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { directiveNamed } from "../catalogue/directives.ts";
import { type Directive, readDirectives } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const lateDirective: RuleCheck<"rule"> = {
  code: "late-directive",
  severity: "warning",
  summary: "A directive stands after the beginning of the expression.",
  why: "Directives are read before the expression only. Further down the same line is a mere comment, and the rule is pushed without it.",
  on: "rule",
  run({ text, parsed }, report) {
    const { comments, root } = parsed;
    const last = comments.at(-1);
    if (!last || last.start < root.start || root.kind === "missing") return;
    const late = comments.filter((it) => it.start > root.start).slice(0, mostLooked);
    for (const directive of readDirectives(text, late)) {
      const { name, nameSpan } = directive;
      if (!directiveNamed(name)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      report(span, `'@${name}' counts only before the expression. Move this line to the top.`, {
        fixes: [{ title: "Move it to the top", edits: moved(text, directive) }],
      });
    }
  },
  examples: [
    {
      text: `
# @description No logins from there
http.request.uri.path eq "/login"
# @action block
  ^^^^^^^ warning: '@action' counts only before the expression. Move this line to the top.
and ip.src.country eq "T1"
`,
      fixed: `
# @action block
# @description No logins from there
http.request.uri.path eq "/login"
and ip.src.country eq "T1"
`,
    },
    {
      text: `
http.request.uri.path eq "/login"  # @paused
                                     ^^^^^^^ warning: '@paused' counts only before the expression. Move this line to the top.
`,
      fixed: `
# @paused
http.request.uri.path eq "/login"
`,
    },
    {
      text: `
# @action block
http.request.uri.path eq "/login"  # @somebody asked for it
`,
    },
  ],
};

/** Comments beyond this number are no remarks of anyone. */
const mostLooked = 10_000;

function moved(text: string, directive: Directive): Edit[] {
  const line = text.slice(directive.start, directive.end).trimEnd();
  const top = text.startsWith("\ufeff") ? 1 : 0;
  return [insert(top, `${line}${firstLineBreak(text)}`), remove(withSpace(text, directive))];
}

/** The comment with the white space before it, and with its line break when it has the line for itself. */
function withSpace(text: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && /[ \t]/.test(text.charAt(from - 1))) from--;
  const alone = from === 0 || /[\r\n]/.test(text.charAt(from - 1));
  if (!alone) return { start: from, end };
  const after = /^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2))?.[0] ?? "";
  return { start: from, end: end + after.length };
}
