import type { Fix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { formatAddress, formatNetwork, networkOf } from "../../vocabulary/ip.ts";
import type { AddressLiteral, NetworkLiteral } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const looseAddress: RuleCheck<"set"> = {
  code: "loose-address",
  severity: "warning",
  summary: "An address is not written in full.",
  why: "In sets the engine fills up a short address with zeros at its end, so that `1.2.3` is the one address 1.2.3.0, and reads numbers with zeros in front as decimal. Other tools read both in another way, and newer versions of the reader refuse them.",
  on: "set",
  run({ items }, report, { text }) {
    for (const item of items) {
      if ((item.kind !== "address" && item.kind !== "network") || !item.loose) continue;
      const written = text.slice(item.start, item.end);
      const right = fullForm(item);
      const what = item.kind === "address" ? `the one address ${right}` : right;
      report(item, `'${written}' is read as ${what}. Write it in full.`, {
        fixes: [
          { title: `Write ${right}`, edits: [replace(item, right)] },
          ...networkFix(item, written),
        ],
      });
    }
  },
  examples: [
    {
      text: `
ip.src in {8/8}
           ^^^ warning: '8/8' is read as 8.0.0.0/8. Write it in full.
`,
      fixed: `
ip.src in {8.0.0.0/8}
`,
    },
    {
      text: `
ip.src in {8.8.4 008.8.8.8}
           ^^^^^ warning: '8.8.4' is read as the one address 8.8.4.0. Write it in full.
                 ^^^^^^^^^ warning: '008.8.8.8' is read as the one address 8.8.8.8. Write it in full.
`,
      fixed: `
ip.src in {8.8.4.0 008.8.8.8}
`,
    },
  ],
};

function fullForm(item: AddressLiteral | NetworkLiteral): string {
  return item.kind === "address" ? formatAddress(item) : formatNetwork(item);
}

/** `1.2.3` may also stand for everything that begins with it. */
function networkFix(item: AddressLiteral | NetworkLiteral, written: string): Fix[] {
  const numbers = written.split(".").length;
  if (item.kind !== "address" || numbers === 4) return [];
  const network = formatNetwork(networkOf(item, numbers * 8));
  return [{ title: `Write ${network}`, edits: [replace(item, network)], guess: true }];
}
