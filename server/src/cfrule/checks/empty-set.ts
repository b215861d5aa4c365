import type { RuleCheck } from "./check.ts";

export const emptySet: RuleCheck<"set"> = {
  code: "empty-set",
  severity: "warning",
  summary: "A set has no values.",
  why: "The engine accepts `{}`, but no value is ever in it. Add values, or remove the comparison.",
  on: "set",
  run(set, report) {
    if (set.items.length > 0 || !set.closed) return;
    report(set, "No value is ever in an empty set. Add values between the braces.");
  },
  examples: `
ssl or ip.src in {}
                 ^^ warning: No value is ever in an empty set. Add values between the braces.
`,
};
