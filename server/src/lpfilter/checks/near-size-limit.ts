import { nearLimit } from "../../core/context.ts";
import { thousands } from "../../text/wording.ts";
import { fewerBytes as fewer } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const nearSizeLimit: FilterCheck<"filter"> = {
  code: "near-size-limit",
  severity: "warning",
  summary: "The filter has nearly as many bytes as the service takes.",
  why: "The limit of the service is approximate, and how it counts is not published. A filter this close to it may be refused already.",
  on: "filter",
  run(filter, report, { byteCount, context }) {
    // A text that is not read to its bottom has other problems than being near a limit.
    if (filter.json.isCut) return;
    const most = context.limits.bytes;
    if (byteCount > most || byteCount < most * nearLimit || filter.escaped) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `This filter is ${thousands(byteCount)} bytes; the service takes about ${thousands(most)}, so it is near the limit. ${fewer}`,
    );
  },
  examples: [
    {
      text: `
{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
  ^^^^^^^ warning: This filter is 80 bytes; the service takes about 88, so it is near the limit. Shorten its lists and texts, or split the filter into two jobs.
}
`,
      context: { limits: { operators: 30, bytes: 88 } },
    },
    {
      text: `
{
  // Comments and white space are not pushed, and are not counted.
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
}
`,
      context: { limits: { operators: 30, bytes: 89 } },
    },
  ],
};
