import { nearLimit } from "../../core/context.ts";
import { thousands } from "../../text/wording.ts";
import { fewerOperators as fewer } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const nearOperatorLimit: FilterCheck<"filter"> = {
  code: "near-operator-limit",
  severity: "warning",
  summary: "The filter has nearly as many operators as the service takes.",
  why: "The limit of the service is approximate, and how it counts is not published. A filter this close to it may be refused already.",
  on: "filter",
  run(filter, report, { operatorCount, context }) {
    // A text that is not read to its bottom has other problems than being near a limit.
    if (filter.json.isCut) return;
    const most = context.limits.operators;
    if (operatorCount > most || operatorCount < most * nearLimit) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `This filter has ${thousands(operatorCount)} operators; the service takes about ${thousands(most)}, so it is near the limit. ${fewer}`,
    );
  },
  examples: [
    {
      text: `
{
  "where": {
  ^^^^^^^ warning: This filter has 2 operators; the service takes about 2, so it is near the limit. Use 'in' for several values of one field, or split the filter into two jobs.
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" }
    ]
  }
}
`,
      context: { limits: { operators: 2, bytes: 1000 } },
    },
    {
      text: `
{
  "where": {
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" }
    ]
  }
}
`,
      context: { limits: { operators: 3, bytes: 1000 } },
    },
  ],
};
