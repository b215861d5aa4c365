import { isMisnamed } from "../syntax/misnamed.ts";
import type { FilterCheck } from "./check.ts";

export const missingKey: FilterCheck<"oddCondition"> = {
  code: "missing-key",
  severity: "error",
  summary: "A condition does not say which field it looks at.",
  why: "A condition names a field of the dataset under `key`, compares it by an `operator`, and gives the `value` to compare with. The service refuses one that lacks any of the three.",
  on: "oddCondition",
  run(condition, report) {
    if (condition.key || isMisnamed(condition.object, "key")) return;
    report(
      { start: condition.start, end: condition.start + 1 },
      'This condition has no \'key\'. Write the name of a field, as in "key": "ClientIP".',
    );
  },
  examples: [
    {
      text: `
{ "where": { "operator": "eq", "value": "192.0.2.1" } }
           ^ error: This condition has no 'key'. Write the name of a field, as in "key": "ClientIP".
`,
    },
    {
      text: `
{ "where": { "operator": "eq", "value": "192.0.2.1", "key": "ClientIP" } }
`,
    },
  ],
};
