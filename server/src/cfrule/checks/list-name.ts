import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const listName: RuleCheck<"rule"> = {
  code: "list-name",
  severity: "error",
  summary: "The text after '$' cannot be the name of a list.",
  why: "Names have small letters, digits and `_`. The service's own lists begin with `cf.`.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "list-name", report),
  examples: [
    {
      text: `
ip.src in $Office_IPs
          ^^^^^^^^^^^ error: 'Office_IPs' cannot be the name of a list: names have small letters, digits and '_' only. Write '$office_ips'.
`,
    },
    {
      text: `
ip.src in $
          ^ error: The name of a list is missing after '$'.
`,
    },
    {
      text: `
ip.src in $office_ips or ip.src in $cf.anonymizer
`,
    },
  ],
};
