import { actionNamed } from "../catalog/actions.ts";
import { actionIn, directivesOf } from "../directives/directive-words.ts";
import { phaseActionProblem } from "../settings/check.ts";
import type { RuleCheck } from "./check.ts";

export const phaseAction: RuleCheck<"comments"> = {
  code: "phase-action",
  severity: "error",
  summary: "The phase has no such action.",
  why: "Each phase has its own actions: a redirect is possible in the phase of redirects, and not among custom rules. The service rejects the ruleset. Actions that are not documented for a phase are not reported for it. In Terraform, plans, YAML and JSON, the action of each rule is checked with the phase of its ruleset.",
  on: "comments",
  run({ parsed }, report) {
    const action = actionIn(parsed);
    const phase = directivesOf(parsed, "phase").at(-1);
    const isOfRulesets = action && actionNamed(action.value)?.targets.includes("rulesets");
    // Unknown actions are reported by another check, and the older API has actions of its own.
    if (!isOfRulesets || !phase) return;
    const message = phaseActionProblem(phase.value, action.value);
    if (message !== undefined) report(action.valueSpan, message);
  },
  examples: `
# @phase http_request_origin
# @action block
          ^^^^^ error: Phase 'http_request_origin' has no action 'block'. Use 'route'.
http.request.uri.path eq "/login"
---
# @phase http_request_firewall_custom
# @action redirect
          ^^^^^^^^ error: Phase 'http_request_firewall_custom' has no action 'redirect'. Move the rule to phase 'http_request_dynamic_redirect' or 'http_request_redirect'.
http.request.uri.path eq "/login"
---
# @phase http_request_firewall_custom
# @action allow
http.request.uri.path eq "/health"
---
# @phase http_ratelimit
# @action block
http.request.uri.path eq "/login"
`,
};
