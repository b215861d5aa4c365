import { remove } from "../../text/edit.ts";
import { directiveNamed } from "../catalogue/directives.ts";
import { directivesToCheck, wholeLine } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateDirective: RuleCheck<"rule"> = {
  code: "duplicate-directive",
  severity: "warning",
  summary: "The same directive stands twice, and only the last one counts.",
  why: "The rule is pushed with the last of them, whatever the others say. Only `@skip` may stand on several lines, which are put together.",
  on: "rule",
  run({ text, parsed }, report) {
    const later = new Map<string, { readonly start: number; readonly end: number }>();
    for (const directive of directivesToCheck(parsed).toReversed()) {
      const { name, nameSpan } = directive;
      if (name === "skip" || !directiveNamed(name)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const counts = later.get(name);
      if (!counts) {
        later.set(name, span);
        continue;
      }
      const edits = [remove(wholeLine(text, directive))];
      report(
        span,
        `Another '@${name}' stands further down, and only that one counts. Remove one.`,
        {
          fixes: [{ title: "Remove this line", edits, guess: true }],
          related: [{ ...counts, message: "The one that counts." }],
          look: "unnecessary",
        },
      );
    }
  },
  examples: [
    {
      text: `
# @action block
  ^^^^^^^ warning: Another '@action' stands further down, and only that one counts. Remove one.
# @description Nobody needs this here
# @action log
http.request.uri.path eq "/xmlrpc.php"
`,
      fixed: `
# @description Nobody needs this here
# @action log
http.request.uri.path eq "/xmlrpc.php"
`,
    },
    {
      text: `
# @action skip
# @skip phases=http_ratelimit
# @skip products=waf
http.request.uri.path eq "/health"
`,
    },
  ],
};
