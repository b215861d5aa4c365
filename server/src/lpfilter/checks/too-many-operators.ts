import { countText, thousands } from "../../text/wording.ts";
import { fewerOperators, instead } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const tooManyOperators: FilterCheck<"filter"> = {
  code: "too-many-operators",
  severity: "error",
  summary: "The filter exceeds the operator limit.",
  why: "The limit is about 30 operators. Every condition counts as one; `and` and `or` do not count. Several conditions on one field in an `or` can often be one `in`. Set another limit under `limits` in `weir.json`.",
  on: "filter",
  run(filter, report, { size, context }) {
    const most = context.limits.operators;
    if (size.operators <= most || filter.json.isCut) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `Filter has ${countText(size.operators, context.hasHoles)} operators; the limit is about ${thousands(most)}. ${fewerOperators} ${instead}`,
    );
  },
  examples: [
    {
      context: { limits: { operators: 2, bytes: 1000 } },
      text: `
{
  "where": {
  ^^^^^^^ error: Filter has 3 operators; the limit is about 2. Use 'in' for several values of one field, or split it across two jobs. Or use a transformer: 'weir sql --dialect transformer' prints its SQL.
    "or": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "eq", "value": "ca" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`,
    },
  ],
};
