import { reservedBlockOf } from "../values/ip-reserved.ts";
import { stretchOf } from "../values/set-overlaps.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const reservedAddress: RuleCheck<"rule"> = {
  code: "reserved-address",
  severity: "info",
  summary: "No visitor comes from this address.",
  why: "Some blocks are set aside for private networks, single machines and the like, and never show up as the address of a client on the Internet. Blocks for documentation are passed over, as they stand for addresses still to be filled in; so are rules on packets.",
  on: "rule",
  run(rule, report) {
    if (rule.phase?.packets) return;
    let found = 0;
    for (const { subject, values } of valueFacts(rule).uses) {
      if (subject?.field.name !== "ip.src") continue;
      for (const value of values) {
        const range = value.kind === "network" ? value : stretchOf(value);
        const block = range && reservedBlockOf(range);
        if (!block || unspoken.has(block.purpose)) continue;
        const written = rule.text.slice(value.start, value.end);
        report(
          value,
          `No visitor has the address ${written}: it is reserved for ${block.purpose}.`,
        );
        if (++found === mostTold) return;
      }
    }
  },
  examples: [
    {
      text: `
ip.src in {192.0.2.0/24 10.1.0.0/16 ::1}
                        ^^^^^^^^^^^ info: No visitor has the address 10.1.0.0/16: it is reserved for private networks.
                                    ^^^ info: No visitor has the address ::1: it is reserved for the machine itself.
`,
    },
    {
      text: `
ip.src in {192.0.0.1 240.0.0.0/4 192.0.0.9 2001:20::1}
           ^^^^^^^^^ info: No visitor has the address 192.0.0.1: it is reserved for protocols of the Internet itself.
                     ^^^^^^^^^^^ info: No visitor has the address 240.0.0.0/4: it is reserved for later use.
`,
    },
    {
      text: `
# @phase magic_transit
ip.src in {10.1.0.0/16}
`,
    },
  ],
};

/** What stands for an address still to be filled in, and what another check speaks about. */
const unspoken: ReadonlySet<string> = new Set(["documentation", "IPv4 addresses in IPv6 spelling"]);

/** Told this often, it has been understood, and should not take the place of findings that weigh more. */
const mostTold = 20;
