import { countText, thousands } from "../../text/wording.ts";
import { fewerBytes, instead } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const filterTooLarge: FilterCheck<"filter"> = {
  code: "filter-too-large",
  severity: "error",
  summary: "The filter exceeds the size limit.",
  why: "The limit is about 1,000 bytes of UTF-8, measured as pushed: without comments and whitespace. The usual cause is a long array of hosts or addresses; a common prefix or suffix may be enough. Set another limit under `limits` in `weir.json`.",
  on: "filter",
  run(filter, report, { size, context }) {
    const most = context.limits.bytes;
    if (size.bytes <= most || filter.escaped) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `Filter is ${countText(size.bytes, context.hasHoles)} bytes; the limit is about ${thousands(most)}. ${fewerBytes} ${instead}`,
    );
  },
  examples: [
    {
      context: { limits: { operators: 30, bytes: 50 } },
      text: `
{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
  ^^^^^^^ error: Filter is 80 bytes; the limit is about 50. Shorten its arrays and strings, or split it across two jobs. Or use a transformer: 'weir sql --dialect transformer' prints its SQL.
}
`,
    },
  ],
};
