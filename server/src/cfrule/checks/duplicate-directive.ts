import { likelyFix } from "../../core/diagnostic.ts";
import { remove } from "../../text/edit.ts";
import { directiveNamed } from "../catalog/directives.ts";
import { directivesToCheck, wholeLine } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateDirective: RuleCheck<"comments"> = {
  code: "duplicate-directive",
  severity: "warning",
  summary: "Duplicate directive; only the last one is used.",
  why: "The rule is pushed with the last one. Only `@skip`, `@match` and `@no-match` may appear on several lines.",
  on: "comments",
  run({ text, parsed }, report) {
    const later = new Map<string, { readonly start: number; readonly end: number }>();
    for (const directive of directivesToCheck(parsed).toReversed()) {
      const { name, nameSpan } = directive;
      const row = directiveNamed(name);
      if (!row || row.repeats) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const counts = later.get(name);
      if (!counts) {
        later.set(name, span);
        continue;
      }
      const edits = [remove(wholeLine(text, directive))];
      report(span, `Duplicate directive '@${name}'; only the last one is used. Remove one.`, {
        fixes: [likelyFix("Remove this line", edits)],
        related: [{ ...counts, message: "This one is used." }],
        look: "unnecessary",
      });
    }
  },
  examples: `
# @action block
  ^^^^^^^ warning: Duplicate directive '@action'; only the last one is used. Remove one.
# @description Block XML-RPC
# @action log
http.request.uri.path eq "/xmlrpc.php"
=>
# @description Block XML-RPC
# @action log
http.request.uri.path eq "/xmlrpc.php"
---
# @action skip
# @skip phases=http_ratelimit
# @skip products=waf
http.request.uri.path eq "/health"
`,
};
