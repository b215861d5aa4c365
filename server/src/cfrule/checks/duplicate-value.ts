import { cut } from "../../text/shorten.ts";
import { overlapsIn } from "../values/set-overlaps.ts";
import { needlessItem } from "../values/spelling.ts";
import type { RuleCheck } from "./check.ts";

export const duplicateValue: RuleCheck<"set"> = {
  code: "duplicate-value",
  severity: "warning",
  summary: "A value stands in its set twice.",
  why: "The second changes nothing, and often one of the two was meant to be something else.",
  on: "set",
  run(set, report, { text }) {
    for (const { item, other, kind } of overlapsIn(set)) {
      if (kind !== "same") continue;
      const [written, first] = [
        text.slice(item.start, item.end),
        text.slice(other.start, other.end),
      ];
      const finding =
        written === first
          ? `${cut(written)} is in this set already`
          : `${cut(written)} is in this set already, as ${cut(first)}`;
      report(item, `${finding}. Remove it.`, {
        fixes: [needlessItem(item, other, text)],
        related: [{ start: other.start, end: other.end, message: "It is here first." }],
        look: "unnecessary",
      });
    }
  },
  examples: [
    {
      text: `
http.host in {"a.example" "b.example" "a.example"}
                                      ^^^^^^^^^^^ warning: "a.example" is in this set already. Remove it.
`,
      fixed: `
http.host in {"a.example" "b.example"}
`,
    },
    {
      text: `
cf.edge.server_port in {80 443 0x50}
                               ^^^^ warning: 0x50 is in this set already, as 80. Remove it.
`,
      fixed: `
cf.edge.server_port in {80 443}
`,
    },
  ],
};
