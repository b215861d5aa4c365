import { replace } from "../../text/edit.ts";
import { directivesOf } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const preferManagedChallenge: RuleCheck<"rule"> = {
  code: "prefer-managed-challenge",
  severity: "hint",
  summary: "The rule always asks for a puzzle to be solved.",
  why: "A `managed_challenge` chooses by the request how to tell people from machines, and asks few people for anything. The service advises to use it in place of `challenge`.",
  on: "rule",
  run({ parsed }, report) {
    for (const { value, valueSpan } of directivesOf(parsed, "action")) {
      if (value !== "challenge") continue;
      const edits = [replace(valueSpan, better)];
      report(
        valueSpan,
        `'challenge' asks everyone to solve a puzzle. Use '${better}', which asks few.`,
        { fixes: [{ title: `Use '${better}'`, edits, guess: true }] },
      );
    }
  },
  examples: [
    {
      text: `
# @action challenge
          ^^^^^^^^^ hint: 'challenge' asks everyone to solve a puzzle. Use 'managed_challenge', which asks few.
http.request.uri.path eq "/login"
`,
      fixed: `
# @action managed_challenge
http.request.uri.path eq "/login"
`,
    },
    {
      text: `
# @action js_challenge
http.request.uri.path eq "/login"
`,
    },
  ],
};

const better = "managed_challenge";
