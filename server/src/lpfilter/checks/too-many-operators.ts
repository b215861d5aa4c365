import { thousands } from "../../text/wording.ts";
import { fewerOperators as fewer } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const tooManyOperators: FilterCheck<"filter"> = {
  code: "too-many-operators",
  severity: "error",
  summary: "The filter has more operators than the service takes.",
  why: "The service takes about 30 operators. Every condition counts as one; `and` and `or` count as none. Several conditions on one field that are joined by `or` are often one `in`. Another limit can be set under `limits` in `weir.json`.",
  on: "filter",
  run(filter, report, { operatorCount, context }) {
    const most = context.limits.operators;
    if (operatorCount <= most || filter.json.isCut) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `This filter has ${thousands(operatorCount)} operators; the service takes about ${thousands(most)}. ${fewer}`,
    );
  },
  examples: [
    {
      text: `
{
  "where": {
  ^^^^^^^ error: This filter has 3 operators; the service takes about 2. Use 'in' for several values of one field, or split the filter into two jobs.
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`,
      context: { limits: { operators: 2, bytes: 1000 } },
    },
  ],
};
