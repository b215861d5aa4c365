import { replace } from "../../text/edit.ts";
import type { SetItem } from "../syntax/tree.ts";
import { isDashed } from "../values/set-overlaps.ts";
import type { RuleCheck } from "./check.ts";

export const dashRange: RuleCheck<"set"> = {
  code: "dash-range",
  severity: "warning",
  summary: "A dash between two numbers makes no range.",
  why: "The engine reads `{80-443}` as the two numbers 80 and -443. A range is written with two dots.",
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
      const meant = `${text.slice(first.start, first.end)}..${text.slice(item.start + 1, item.end)}`;
      const isRange = first.value <= -item.value;
      const finding = `'${text.slice(span.start, span.end)}' is no range but two numbers, ${numbers}.`;
      report(span, `${finding} ${isRange ? `Write ${meant}.` : "A range is written with '..'."}`, {
        fixes: isRange
          ? [{ title: `Use ${meant}`, edits: [replace(span, meant)], guess: true }]
          : [],
      });
    }
  },
  examples: [
    {
      text: `
cf.edge.server_port in {80-443 8080}
                        ^^^^^^ warning: '80-443' is no range but two numbers, 80 and -443. Write 80..443.
`,
      fixed: `
cf.edge.server_port in {80..443 8080}
`,
    },
  ],
};
