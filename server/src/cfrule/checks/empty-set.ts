import type { RuleCheck } from "./check.ts";

export const emptySet: RuleCheck<"set"> = {
  code: "empty-set",
  severity: "warning",
  summary: "A set has no values.",
  why: "The engine takes `{}`, and nothing is ever in it. Write the values, or remove the comparison.",
  on: "set",
  run(set, report) {
    if (set.items.length > 0 || !set.closed) return;
    report(set, "Nothing is ever in an empty set. Write its values between the braces.");
  },
  examples: [
    {
      text: `
ssl or ip.src in {}
                 ^^ warning: Nothing is ever in an empty set. Write its values between the braces.
`,
    },
  ],
};
