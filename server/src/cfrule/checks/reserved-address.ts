import { reservedBlockOf } from "../values/ip-reserved.ts";
import { stretchOf } from "../values/set-overlaps.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const reservedAddress: RuleCheck<"rule"> = {
  code: "reserved-address",
  severity: "info",
  summary: "A reserved address is never the address of a visitor.",
  why: "Some blocks are reserved for private networks, loopback and similar uses, and are never the source of a request from the Internet. Documentation blocks are not reported, because they are placeholders; nor are rules on packets.",
  on: "rule",
  run(rule, report) {
    if (rule.phase?.packets) return;
    let found = 0;
    for (const { tested, values } of valueFacts(rule).uses) {
      if (tested?.field.name !== "ip.src") continue;
      for (const value of values) {
        const range = value.kind === "network" ? value : stretchOf(value);
        const block = range && reservedBlockOf(range);
        if (!block || notReported.has(block.purpose)) continue;
        const written = rule.text.slice(value.start, value.end);
        report(
          value,
          `${written} is reserved for ${block.purpose} and never the address of a visitor.`,
        );
        if (++found === maxReported) return;
      }
    }
  },
  examples: `
ip.src in {192.0.2.0/24 10.1.0.0/16 ::1}
                        ^^^^^^^^^^^ info: 10.1.0.0/16 is reserved for private networks and never the address of a visitor.
                                    ^^^ info: ::1 is reserved for loopback and never the address of a visitor.
---
ip.src in {192.0.0.1 240.0.0.0/4 192.0.0.9 2001:20::1}
           ^^^^^^^^^ info: 192.0.0.1 is reserved for IETF protocols and never the address of a visitor.
                     ^^^^^^^^^^^ info: 240.0.0.0/4 is reserved for future use and never the address of a visitor.
---
# @phase magic_transit
ip.src in {10.1.0.0/16}
`,
};

/** Placeholders, and addresses that another check reports. */
const notReported: ReadonlySet<string> = new Set(["documentation", "IPv4-mapped addresses"]);

/** More would crowd out more important diagnostics. */
const maxReported = 20;
