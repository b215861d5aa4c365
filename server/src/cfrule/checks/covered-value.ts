import { cut } from "../../text/shorten.ts";
import { overlapsIn } from "../values/set-overlaps.ts";
import { needlessItem } from "../values/spelling.ts";
import type { RuleCheck } from "./check.ts";

export const coveredValue: RuleCheck<"set"> = {
  code: "covered-value",
  severity: "warning",
  summary: "A value is covered by a range or network in the same set.",
  why: "The larger one already includes it, so it changes nothing. Remove it, or narrow the larger one.",
  on: "set",
  run(set, report, { text }) {
    for (const { item, other, kind } of overlapsIn(set)) {
      if (kind !== "inside") continue;
      const [written, larger] = [
        text.slice(item.start, item.end),
        text.slice(other.start, other.end),
      ];
      report(item, `${cut(written)} is covered by ${cut(larger)} in this set. Remove it.`, {
        fixes: [needlessItem(item, other, text)],
        related: [{ start: other.start, end: other.end, message: "This covers it." }],
        look: "unnecessary",
      });
    }
  },
  examples: `
ip.src in {198.51.100.0/24 203.0.113.7 198.51.100.128/25}
                                       ^^^^^^^^^^^^^^^^^ warning: 198.51.100.128/25 is covered by 198.51.100.0/24 in this set. Remove it.
=>
ip.src in {198.51.100.0/24 203.0.113.7}
---
cf.edge.server_port in {443 1..1023 8443}
                        ^^^ warning: 443 is covered by 1..1023 in this set. Remove it.
=>
cf.edge.server_port in {1..1023 8443}
`,
};
