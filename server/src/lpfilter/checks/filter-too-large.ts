import { thousands } from "../../text/wording.ts";
import { fewerBytes as fewer } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const filterTooLarge: FilterCheck<"filter"> = {
  code: "filter-too-large",
  severity: "error",
  summary: "The filter has more bytes than the service takes.",
  why: "The service takes about 1,000 bytes. What counts is the text that is pushed, without comments and white space, in UTF-8. Long lists of hosts or addresses are the usual reason; a common beginning or end of them may be enough. Another limit can be set under `limits` in `weir.json`.",
  on: "filter",
  run(filter, report, { byteCount, context }) {
    const most = context.limits.bytes;
    if (byteCount <= most || filter.escaped) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `This filter is ${thousands(byteCount)} bytes; the service takes about ${thousands(most)}. ${fewer}`,
    );
  },
  examples: [
    {
      text: `
{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
  ^^^^^^^ error: This filter is 80 bytes; the service takes about 50. Shorten its lists and texts, or split the filter into two jobs.
}
`,
      context: { limits: { operators: 30, bytes: 50 } },
    },
  ],
};
