import { reportProblems } from "../problem-report.ts";
import type { RuleCheck } from "./check.ts";

export const listName: RuleCheck<"rule"> = {
  code: "list-name",
  severity: "error",
  summary: "Invalid list name.",
  why: "List names consist of lowercase letters, digits and `_`. Managed lists start with `cf.`.",
  on: "rule",
  run: (rule, report) => reportProblems(rule, "list-name", report),
  examples: `
ip.src in $Office_IPs
          ^^^^^^^^^^^ error: Invalid list name 'Office_IPs': only lowercase letters, digits and '_' are allowed. Use '$office_ips'.
---
ip.src in $
          ^ error: Missing list name after '$'.
---
ip.src in \${office}
          ^ error: '\${…}' is sent literally: rules have no placeholders. Use the name of a list after '$'.
---
ip.src in $office_ips or ip.src in $cf.anonymizer
`,
};
