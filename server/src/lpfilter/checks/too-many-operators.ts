import { thousands } from "../../text/wording.ts";
import type { FilterCheck } from "./check.ts";

export const tooManyOperators: FilterCheck<"filter"> = {
  code: "too-many-operators",
  severity: "error",
  summary: "The filter has more operators than the service takes.",
  why: "The service takes about 30 operators. Every condition counts as one; `and` and `or` count as none. Several conditions on one field that are joined by `or` are often one `in`. Another limit can be set under `limits` in `weir.json`.",
  on: "filter",
  run(filter, report, { operatorCount, context }) {
    const most = context.limits.operators;
    if (operatorCount <= most) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `This filter has ${thousands(operatorCount)} operators; the service takes about ${thousands(most)}.`,
    );
  },
  examples: [
    {
      text: `
{
  "where": {
  ^^^^^^^ error: This filter has 3 operators; the service takes about 2.
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
