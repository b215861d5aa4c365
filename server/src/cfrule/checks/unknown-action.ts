import { actionNamed, actions } from "../catalog/actions.ts";
import { directivesOf, reportUnknownWord } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const unknownAction: RuleCheck<"comments"> = {
  code: "unknown-action",
  severity: "error",
  summary: "Unknown action.",
  why: "`@action` sets what the rule does. It is sent unchanged, and the service rejects unknown actions.",
  on: "comments",
  run({ parsed }, report) {
    for (const { value, valueSpan } of directivesOf(parsed, "action")) {
      if (actionNamed(value)) continue;
      reportUnknownWord({ word: value, span: valueSpan, noun: "action" }, names, report);
    }
  },
  examples: `
# @action manged_challenge
          ^^^^^^^^^^^^^^^^ error: Unknown action 'manged_challenge'. Did you mean 'managed_challenge'?
http.request.uri.path eq "/login"
=>
# @action managed_challenge
http.request.uri.path eq "/login"
---
# @action Block
          ^^^^^ error: Unknown action 'Block'. Did you mean 'block'?
http.request.uri.path eq "/xmlrpc.php"
=>
# @action block
http.request.uri.path eq "/xmlrpc.php"
---
# @action log
http.request.uri.path eq "/login"
`,
};

const names: readonly string[] = actions.map((it) => it.name);
