import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { directiveNamed, directives } from "../catalog/directives.ts";
import { directivesToCheck } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const unknownDirective: RuleCheck<"comments"> = {
  code: "unknown-directive",
  severity: "warning",
  summary: "Unknown directive.",
  why: "Lines such as `# @action block` before the expression set properties of the rule. A misspelled directive is treated as a comment, and the rule is pushed without it. A name that resembles no directive only gets a hint, because it may be for another tool.",
  on: "comments",
  run({ parsed }, report) {
    for (const { name, nameSpan } of directivesToCheck(parsed)) {
      if (directiveNamed(name)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const guess = nearest(name, names);
      if (guess === undefined) {
        const message = `Unknown directive '@${name}'; this line is treated as a comment.`;
        report(span, message, { severity: "hint" });
        continue;
      }
      const edits = [replace(nameSpan, guess)];
      report(span, `Unknown directive '@${name}'. Did you mean '@${guess}'?`, {
        fixes: [likelyFix(`Use '@${guess}'`, edits)],
      });
    }
  },
  examples: `
# @acton block
  ^^^^^^ warning: Unknown directive '@acton'. Did you mean '@action'?
http.request.uri.path eq "/xmlrpc.php"
=>
# @action block
http.request.uri.path eq "/xmlrpc.php"
---
# @reviewer alice
  ^^^^^^^^^ hint: Unknown directive '@reviewer'; this line is treated as a comment.
http.request.uri.path eq "/xmlrpc.php"
---
# @action block
# @description Block XML-RPC
http.request.uri.path eq "/xmlrpc.php"
`,
};

const names: readonly string[] = directives.map((it) => it.name);
