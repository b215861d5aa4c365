import type { RuleCheck } from "./check.ts";

export const valueOnly: RuleCheck<"call"> = {
  code: "value-only",
  severity: "warning",
  summary: "A function is only available in value expressions.",
  why: "Some functions only exist where a rule creates a value, such as the new path of a rewrite. The service rejects them in the expression that decides whether the rule applies. Mark a file with a value expression with `# @value`.",
  on: "call",
  run({ name, callee, definition }, report, { parsed, context }) {
    if (!definition?.valueOnly || parsed.form === "value") return;
    const advice = context.surroundings ? "" : " Add '# @value' at the top if this is one.";
    report(callee, `'${name}' is only available in value expressions.${advice}`);
  },
  examples: `
to_string(ip.src.asnum) eq "64496"
^^^^^^^^^ warning: 'to_string' is only available in value expressions. Add '# @value' at the top if this is one.
---
# @value
concat("/as/", to_string(ip.src.asnum))
`,
};
