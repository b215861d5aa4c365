import type { RuleCheck } from "./check.ts";

export const valueOnly: RuleCheck<"call"> = {
  code: "value-only",
  severity: "warning",
  summary: "A filter calls a function that is for value expressions.",
  why: "Some functions exist only where a rule makes a value, such as the new path of a rewrite. In the filter that decides whether the rule applies, the service refuses them. A file that holds a value expression says so with `# @value`.",
  on: "call",
  run({ name, callee, definition }, report, { parsed }) {
    if (!definition?.valueOnly || parsed.form === "value") return;
    report(
      callee,
      `'${name}' is for value expressions, and this is a filter. Write '# @value' at the top if it is meant to make a value.`,
    );
  },
  examples: [
    {
      text: `
to_string(ip.src.asnum) eq "64496"
^^^^^^^^^ warning: 'to_string' is for value expressions, and this is a filter. Write '# @value' at the top if it is meant to make a value.
`,
    },
    {
      text: `
# @value
concat("/as/", to_string(ip.src.asnum))
`,
    },
  ],
};
