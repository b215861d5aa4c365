import { planNamed, plans } from "../catalogue/plans.ts";
import { directivesOf, reportUnknownWord } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const unknownPlan: RuleCheck<"rule"> = {
  code: "unknown-plan",
  severity: "error",
  summary: "The service has no plan of this name.",
  why: "The plan decides which fields and functions a rule may use, so that nothing can be said about them under a plan that does not exist.",
  on: "rule",
  run({ parsed }, report) {
    for (const { value, valueSpan } of directivesOf(parsed, "plan")) {
      if (planNamed(value)) continue;
      reportUnknownWord({ word: value, span: valueSpan, noun: "plan" }, plans, report);
    }
  },
  examples: [
    {
      text: `
# @plan enterprize
        ^^^^^^^^^^ error: There is no plan 'enterprize'. Did you mean 'enterprise'?
cf.bot_management.score lt 30
`,
      fixed: `
# @plan enterprise
cf.bot_management.score lt 30
`,
    },
    {
      text: `
# @plan gold
        ^^^^ error: There is no plan 'gold'. Write 'free', 'pro', 'business' or 'enterprise'.
http.request.uri.path eq "/login"
`,
    },
    {
      text: `
# @plan Pro
http.request.uri.path eq "/login"
`,
    },
  ],
};
