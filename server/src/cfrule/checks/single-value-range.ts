import { replace } from "../../text/edit.ts";
import { stretchOf } from "../values/set-overlaps.ts";
import type { RuleCheck } from "./check.ts";

export const singleValueRange: RuleCheck<"set"> = {
  code: "single-value-range",
  severity: "info",
  summary: "A range begins and ends with the same value.",
  why: "The value alone says the same. Perhaps the end was meant to be another.",
  on: "set",
  run({ items }, report, { text }) {
    for (const item of items) {
      if (item.kind !== "range") continue;
      const stretch = stretchOf(item);
      if (!stretch || stretch.first !== stretch.last) continue;
      const single = text.slice(item.first.start, item.first.end);
      report(item, `This range has one value only. Write ${single}.`, {
        fixes: [{ title: `Write ${single}`, edits: [replace(item, single)] }],
      });
    }
  },
  examples: [
    {
      text: `
cf.edge.server_port in {80 8443..8443}
                           ^^^^^^^^^^ info: This range has one value only. Write 8443.
`,
      fixed: `
cf.edge.server_port in {80 8443}
`,
    },
  ],
};
