import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { directivesOf } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const preferManagedChallenge: RuleCheck<"rule"> = {
  code: "prefer-managed-challenge",
  severity: "hint",
  summary: "`challenge` shows an interactive challenge to every visitor.",
  why: "`managed_challenge` selects the challenge based on the request, and few visitors have to interact. The service recommends it over `challenge`.",
  on: "rule",
  run({ parsed }, report) {
    for (const { value, valueSpan } of directivesOf(parsed, "action")) {
      if (value !== "challenge") continue;
      const edits = [replace(valueSpan, better)];
      report(
        valueSpan,
        `'challenge' always shows an interactive challenge. Use '${better}', which rarely does.`,
        { fixes: [likelyFix(`Use '${better}'`, edits)] },
      );
    }
  },
  examples: `
# @action challenge
          ^^^^^^^^^ hint: 'challenge' always shows an interactive challenge. Use 'managed_challenge', which rarely does.
http.request.uri.path eq "/login"
=>
# @action managed_challenge
http.request.uri.path eq "/login"
---
# @action js_challenge
http.request.uri.path eq "/login"
`,
};

const better = "managed_challenge";
