import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { joinedRange, overlapsIn } from "../values/set-overlaps.ts";
import { removeItem } from "../values/spelling.ts";
import type { RuleCheck } from "./check.ts";

export const overlappingRanges: RuleCheck<"set"> = {
  code: "overlapping-ranges",
  severity: "info",
  summary: "Two ranges in a set overlap.",
  why: "A single range over both is equivalent. If they should not overlap, one of the ends is wrong.",
  on: "set",
  run(set, report, { text }) {
    for (const { item, other, kind } of overlapsIn(set)) {
      if (kind !== "partial") continue;
      const joined = joinedRange(other, item);
      const earlier = cut(text.slice(other.start, other.end));
      const problem = `${cut(text.slice(item.start, item.end))} overlaps with ${earlier}.`;
      report(item, joined ? `${problem} Use ${joined} for both.` : problem, {
        fixes: joined
          ? [safeFix(`Use ${joined} for both`, [replace(other, joined), removeItem(item, text)])]
          : [],
        related: [{ start: other.start, end: other.end, message: "Overlaps with this." }],
      });
    }
  },
  examples: `
cf.edge.server_port in {1..1023 443 1000..2000}
                                ^^^ warning: 443 is covered by 1..1023 in this set. Remove it.
                                    ^^^^^^^^^^ info: 1000..2000 overlaps with 1..1023. Use 1..2000 for both.
=>
cf.edge.server_port in {1..2000 443}
---
ip.src in {198.51.100.0/24 198.51.100.200..198.51.101.9}
                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: 198.51.100.200..198.51.101.9 overlaps with 198.51.100.0/24. Use 198.51.100.0..198.51.101.9 for both.
`,
};
