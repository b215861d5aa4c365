import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardOnlyStar: RuleCheck<"rule"> = {
  code: "wildcard-only-star",
  severity: "warning",
  summary: "A wildcard pattern matches every value.",
  why: "A star matches any text, including none. Every path starts with `/`. If the value may be missing, such a pattern only tests whether it is present.",
  on: "rule",
  run(rule, report) {
    for (const { literal: value, use } of valueFacts(rule).wildcards) {
      const { tested } = use;
      const shape = tested?.field.shape;
      const isPath = value.value === "/*" && (shape === "path" || shape === "uri");
      if (value.value !== "*" && !isPath) continue;
      const isPresence = !tested || tested.mayBeMissing;
      report(
        value,
        isPresence
          ? "This pattern matches every value, so it only tests whether one is present."
          : `This pattern matches every '${tested.field.name}'. Make it more specific, or remove the comparison.`,
        { severity: isPresence ? "info" : "warning" },
      );
    }
  },
  examples: `
http.host wildcard "*" and http.request.uri.path wildcard "/*"
                   ^^^ warning: This pattern matches every 'http.host'. Make it more specific, or remove the comparison.
                                                          ^^^^ warning: This pattern matches every 'http.request.uri.path'. Make it more specific, or remove the comparison.
---
any(http.request.headers["x-debug"][*] wildcard "*")
                                                ^^^ info: This pattern matches every value, so it only tests whether one is present.
`,
};
