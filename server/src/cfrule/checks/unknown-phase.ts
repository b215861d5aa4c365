import { phaseNamed, phases } from "../catalog/phases.ts";
import { directivesOf, reportUnknownWord } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const unknownPhase: RuleCheck<"comments"> = {
  code: "unknown-phase",
  severity: "error",
  summary: "Unknown phase.",
  why: "The phase is the step at which the rule runs. It determines where the rule is pushed, and which fields and functions it can use.",
  on: "comments",
  run({ parsed }, report) {
    for (const { value, valueSpan } of directivesOf(parsed, "phase")) {
      if (phaseNamed(value)) continue;
      reportUnknownWord({ word: value, span: valueSpan, noun: "phase" }, names, report);
    }
  },
  examples: `
# @phase http_request_firewal_custom
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: Unknown phase 'http_request_firewal_custom'. Did you mean 'http_request_firewall_custom'?
http.request.uri.path eq "/login"
=>
# @phase http_request_firewall_custom
http.request.uri.path eq "/login"
---
# @phase waf
         ^^^ error: Unknown phase 'waf'.
http.request.uri.path eq "/login"
---
# @phase http_ratelimit
http.request.uri.path eq "/login"
`,
};

const names: readonly string[] = phases.map((it) => it.name);
