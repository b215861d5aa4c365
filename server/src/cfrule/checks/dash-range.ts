import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { SetItem } from "../syntax/tree.ts";
import { isDashed } from "../values/set-overlaps.ts";
import type { RuleCheck } from "./check.ts";

export const dashRange: RuleCheck<"set"> = {
  code: "dash-range",
  severity: "warning",
  summary: "Two numbers with a dash are not a range.",
  why: "The engine parses `{80-443}` as the two numbers 80 and -443. Use two dots for a range.",
  on: "set",
  run({ items }, report, { text }) {
    let before: SetItem | undefined;
    for (const item of items) {
      const first = before;
      before = item;
      if (!isDashed(first, item)) continue;
      if (first?.kind !== "integer" || item.kind !== "integer") continue;
      const span = { start: first.start, end: item.end };
      const numbers = `${first.value} and ${item.value}`;
      const suggested = `${text.slice(first.start, first.end)}..${text.slice(item.start + 1, item.end)}`;
      const isRange = first.value <= -item.value;
      const problem = `'${text.slice(span.start, span.end)}' is two numbers, ${numbers}, not a range.`;
      report(span, `${problem} ${isRange ? `Use ${suggested}.` : "Use '..' for a range."}`, {
        fixes: isRange ? [likelyFix(`Use ${suggested}`, [replace(span, suggested)])] : [],
      });
    }
  },
  examples: `
cf.edge.server_port in {80-443 8080}
                        ^^^^^^ warning: '80-443' is two numbers, 80 and -443, not a range. Use 80..443.
=>
cf.edge.server_port in {80..443 8080}
`,
};
