import { isMisnamed } from "../syntax/misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const missingOperator: FilterCheck<"oddCondition"> = {
  code: "missing-operator",
  severity: "error",
  summary: "A condition has no operator.",
  why: "There is no default operator. Use `eq` for equality.",
  on: "oddCondition",
  run(condition, report) {
    if (condition.operator || isMisnamed(condition.object, "operator")) return;
    const fitting = condition.value?.value?.kind === "array" ? "in" : "eq";
    report(
      { start: condition.start, end: condition.start + 1 },
      `Missing 'operator'. Add one, as in "operator": "${fitting}".`,
    );
  },
  examples: `
{ "where": { "key": "ClientIP", "value": "192.0.2.1" } }
           ^ error: Missing 'operator'. Add one, as in "operator": "eq".
---
{ "where": { "key": "ClientIP", "value": ["192.0.2.1", "192.0.2.2"] } }
           ^ error: Missing 'operator'. Add one, as in "operator": "in".
`,
};
