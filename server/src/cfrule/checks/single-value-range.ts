import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { stretchOf } from "../values/set-overlaps.ts";
import type { RuleCheck } from "./check.ts";

export const singleValueRange: RuleCheck<"set"> = {
  code: "single-value-range",
  severity: "info",
  summary: "A range contains a single value.",
  why: "The value alone is equivalent. Check that the end of the range is correct.",
  on: "set",
  run({ items }, report, { text }) {
    for (const item of items) {
      if (item.kind !== "range") continue;
      const stretch = stretchOf(item);
      if (!stretch || stretch.first !== stretch.last) continue;
      const single = text.slice(item.first.start, item.first.end);
      const fix = safeFix(`Use ${single}`, [replace(item, single)]);
      // In '1..1-023' the rest of another number follows.
      const isApart = /^[\s}#]/.test(text.slice(item.end, item.end + 1));
      report(item, `This range contains a single value. Use ${single}.`, {
        fixes: [isApart ? fix : { ...fix, guess: true }],
      });
    }
  },
  examples: `
cf.edge.server_port in {80 8443..8443}
                           ^^^^^^^^^^ info: This range contains a single value. Use 8443.
=>
cf.edge.server_port in {80 8443}
`,
};
