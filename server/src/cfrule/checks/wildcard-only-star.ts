import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardOnlyStar: RuleCheck<"rule"> = {
  code: "wildcard-only-star",
  severity: "warning",
  summary: "A wildcard pattern matches whatever the value is.",
  why: "A star stands for any text, and for none. Every path begins with a `/`. Of a value that may be missing, such a pattern only asks whether it is there.",
  on: "rule",
  run(rule, report) {
    for (const { how, values, subject } of valueFacts(rule).uses) {
      const value = values[0];
      if ((how !== "wildcard" && how !== "strict wildcard") || value?.kind !== "string") continue;
      const shape = subject?.field.shape;
      const isPath = value.value === "/*" && (shape === "path" || shape === "uri");
      if (value.value !== "*" && !isPath) continue;
      const isPresence = !subject || subject.mayBeMissing;
      report(
        value,
        isPresence
          ? "This pattern matches every value, so it only asks whether there is one."
          : `This pattern matches every '${subject.field.name}'. Say more, or remove the comparison.`,
        { severity: isPresence ? "info" : "warning" },
      );
    }
  },
  examples: [
    {
      text: `
http.host wildcard "*" and http.request.uri.path wildcard "/*"
                   ^^^ warning: This pattern matches every 'http.host'. Say more, or remove the comparison.
                                                          ^^^^ warning: This pattern matches every 'http.request.uri.path'. Say more, or remove the comparison.
`,
    },
    {
      text: `
any(http.request.headers["x-debug"][*] wildcard "*")
                                                ^^^ info: This pattern matches every value, so it only asks whether there is one.
`,
    },
  ],
};
