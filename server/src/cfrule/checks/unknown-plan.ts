import { planNamed, planNames } from "../catalog/plans.ts";
import { directivesOf, reportUnknownWord } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const unknownPlan: RuleCheck<"comments"> = {
  code: "unknown-plan",
  severity: "error",
  summary: "Unknown plan.",
  why: "The plan determines which fields and functions a rule can use, so nothing can be checked with an unknown plan.",
  on: "comments",
  run({ parsed }, report) {
    for (const { value, valueSpan } of directivesOf(parsed, "plan")) {
      if (planNamed(value)) continue;
      reportUnknownWord({ word: value, span: valueSpan, noun: "plan" }, planNames, report);
    }
  },
  examples: `
# @plan enterprize
        ^^^^^^^^^^ error: Unknown plan 'enterprize'. Did you mean 'enterprise'?
cf.bot_management.score lt 30
=>
# @plan enterprise
cf.bot_management.score lt 30
---
# @plan gold
        ^^^^ error: Unknown plan 'gold'. Use 'free', 'pro', 'business' or 'enterprise'.
http.request.uri.path eq "/login"
---
# @plan Pro
http.request.uri.path eq "/login"
`,
};
