import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { directiveNamed, directives } from "../catalogue/directives.ts";
import { directivesToCheck } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const unknownDirective: RuleCheck<"rule"> = {
  code: "unknown-directive",
  severity: "warning",
  summary: "A comment looks like a directive, and there is none of this name.",
  why: "Lines such as `# @action block` before the expression say what becomes of it. One that is misspelt is a mere comment, and the rule is pushed without it. A name that is like none of ours gets only a hint, as it may be meant for somebody else.",
  on: "rule",
  run({ parsed }, report) {
    for (const { name, nameSpan } of directivesToCheck(parsed)) {
      if (directiveNamed(name)) continue;
      const span = { start: nameSpan.start - 1, end: nameSpan.end };
      const guess = nearest(name, names);
      if (guess === undefined) {
        const message = `There is no directive '@${name}', so this line is a mere comment.`;
        report(span, message, { severity: "hint" });
        continue;
      }
      const edits = [replace(nameSpan, guess)];
      report(span, `There is no directive '@${name}'. Did you mean '@${guess}'?`, {
        fixes: [{ title: `Change to '@${guess}'`, edits, guess: true }],
      });
    }
  },
  examples: [
    {
      text: `
# @acton block
  ^^^^^^ warning: There is no directive '@acton'. Did you mean '@action'?
http.request.uri.path eq "/xmlrpc.php"
`,
      fixed: `
# @action block
http.request.uri.path eq "/xmlrpc.php"
`,
    },
    {
      text: `
# @reviewer somebody
  ^^^^^^^^^ hint: There is no directive '@reviewer', so this line is a mere comment.
http.request.uri.path eq "/xmlrpc.php"
`,
    },
    {
      text: `
# @action block
# @description Nobody needs this here
http.request.uri.path eq "/xmlrpc.php"
`,
    },
  ],
};

const names: readonly string[] = directives.map((it) => it.name);
