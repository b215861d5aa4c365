import { cut } from "../../text/shorten.ts";
import { overlapsIn } from "../values/set-overlaps.ts";
import { needlessItem } from "../values/spelling.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateValue: RuleCheck<"set"> = {
  code: "duplicate-value",
  severity: "warning",
  summary: "Duplicate value in a set.",
  why: "The duplicate changes nothing, and one of the two may have been meant to be different.",
  on: "set",
  run(set, report, { text }) {
    for (const { item, other, kind } of overlapsIn(set)) {
      if (kind !== "same") continue;
      const [written, first] = [
        text.slice(item.start, item.end),
        text.slice(other.start, other.end),
      ];
      const problem =
        written === first
          ? `Duplicate value ${cut(written)} in this set`
          : `${cut(written)} is already in this set as ${cut(first)}`;
      report(item, `${problem}. Remove it.`, {
        fixes: [needlessItem(item, other, text)],
        related: [{ start: other.start, end: other.end, message: "First occurrence." }],
        look: "unnecessary",
      });
    }
  },
  examples: `
http.host in {"a.example" "b.example" "a.example"}
                                      ^^^^^^^^^^^ warning: Duplicate value "a.example" in this set. Remove it.
=>
http.host in {"a.example" "b.example"}
---
cf.edge.server_port in {80 443 0x50}
                               ^^^^ warning: 0x50 is already in this set as 80. Remove it.
=>
cf.edge.server_port in {80 443}
`,
};
