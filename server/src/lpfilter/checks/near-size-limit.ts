import { nearLimit } from "../../core/context.ts";
import { countText, thousands } from "../../text/wording.ts";
import { fewerBytes } from "../logic/wording.ts";
import type { FilterCheck } from "./check.ts";

export const nearSizeLimit: FilterCheck<"filter"> = {
  code: "near-size-limit",
  severity: "warning",
  summary: "The filter is close to the size limit.",
  why: "The limit is approximate, and how the service counts is not documented. A filter this close to it may be rejected.",
  on: "filter",
  run(filter, report, { size, context }) {
    // A text that is not parsed completely has more severe problems.
    if (filter.json.isCut) return;
    const most = context.limits.bytes;
    if (size.bytes > most || size.bytes < most * nearLimit || filter.escaped) return;
    const start = filter.json.root?.start ?? 0;
    report(
      filter.where?.name ?? { start, end: start + 1 },
      `Filter is ${countText(size.bytes, context.hasHoles)} bytes, close to the limit of about ${thousands(most)}. ${fewerBytes}`,
    );
  },
  examples: [
    {
      context: { limits: { operators: 30, bytes: 88 } },
      text: `
{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
  ^^^^^^^ warning: Filter is 80 bytes, close to the limit of about 88. Shorten its arrays and strings, or split it across two jobs.
}
`,
    },
    {
      context: { limits: { operators: 30, bytes: 89 } },
      text: `
{
  // Comments and whitespace are not pushed and do not count.
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }
}
`,
    },
  ],
};
