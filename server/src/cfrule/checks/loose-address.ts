import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { formatAddress, formatNetwork, networkOf } from "../../vocabulary/ip.ts";
import type { AddressLiteral, NetworkLiteral } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const looseAddress: RuleCheck<"set"> = {
  code: "loose-address",
  severity: "warning",
  summary: "An address is not written in full.",
  why: "In sets the engine pads a short address with zeros, so `1.2.3` is the single address 1.2.3.0, and parses numbers with leading zeros as decimal. Other tools differ in both, and newer versions of the engine reject them.",
  on: "set",
  run({ items }, report, { text }) {
    for (const item of items) {
      if ((item.kind !== "address" && item.kind !== "network") || !item.loose) continue;
      const written = text.slice(item.start, item.end);
      const right = item.kind === "address" ? formatAddress(item) : formatNetwork(item);
      const what = item.kind === "address" ? `the single address ${right}` : right;
      report(item, `'${written}' is parsed as ${what}. Use the full form.`, {
        fixes: [safeFix(`Use ${right}`, [replace(item, right)]), ...networkFix(item, written)],
      });
    }
  },
  examples: `
ip.src in {8/8}
           ^^^ warning: '8/8' is parsed as 8.0.0.0/8. Use the full form.
=>
ip.src in {8.0.0.0/8}
---
ip.src in {8.8.4 008.8.8.8}
           ^^^^^ warning: '8.8.4' is parsed as the single address 8.8.4.0. Use the full form.
                 ^^^^^^^^^ warning: '008.8.8.8' is parsed as the single address 8.8.8.8. Use the full form.
=>
ip.src in {8.8.4.0 008.8.8.8}
`,
};

/** `1.2.3` may also mean the network 1.2.3.0/24. */
function networkFix(item: AddressLiteral | NetworkLiteral, written: string): Fix[] {
  const numbers = written.split(".").length;
  if (item.kind !== "address" || numbers === 4) return [];
  const network = formatNetwork(networkOf(item, numbers * 8));
  return [likelyFix(`Use ${network}`, [replace(item, network)])];
}
