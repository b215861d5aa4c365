import { isMisnamed } from "../syntax/misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const missingKey: FilterCheck<"oddCondition"> = {
  code: "missing-key",
  severity: "error",
  summary: "A condition has no field.",
  why: "A condition needs a `key` (a field of the dataset), an `operator` and a `value`. The service rejects a condition without all three.",
  on: "oddCondition",
  run(condition, report) {
    if (condition.key || isMisnamed(condition.object, "key")) return;
    report(
      { start: condition.start, end: condition.start + 1 },
      'Missing \'key\'. Add a field, as in "key": "ClientIP".',
    );
  },
  examples: `
{ "where": { "operator": "eq", "value": "192.0.2.1" } }
           ^ error: Missing 'key'. Add a field, as in "key": "ClientIP".
---
{ "where": { "operator": "eq", "value": "192.0.2.1", "key": "ClientIP" } }
`,
};
