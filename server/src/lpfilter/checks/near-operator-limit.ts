import { nearLimit } from "../../core/context.ts";
import { countText, thousands } from "../../text/wording.ts";
import { fewerOperators } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const nearOperatorLimit: FilterCheck<"filter"> = {
  code: "near-operator-limit",
  severity: "warning",
  summary: "The filter is close to the operator limit.",
  why: "The limit is approximate, and how the service counts is not documented. A filter this close to it may be rejected.",
  on: "filter",
  run(filter, report, { size, context }) {
    // A text that is not parsed completely has more severe problems.
    if (filter.json.isCut) return;
    const most = context.limits.operators;
    if (size.operators > most || size.operators < most * nearLimit) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `Filter has ${countText(size.operators, context.hasHoles)} operators, close to the limit of about ${thousands(most)}. ${fewerOperators}`,
    );
  },
  examples: [
    {
      context: { limits: { operators: 2, bytes: 1000 } },
      text: `
{
  "where": {
  ^^^^^^^ warning: Filter has 2 operators, close to the limit of about 2. Use 'in' for several values of one field, or split it across two jobs.
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" }
    ]
  }
}
`,
    },
    {
      context: { limits: { operators: 3, bytes: 1000 } },
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
    },
  ],
};
