import { insert } from "../../text/edit.ts";
import { stretchOf } from "../set-overlaps.ts";
import type { SetItem } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const allOfOneFamily: RuleCheck<"set"> = {
  code: "all-of-one-family",
  severity: "info",
  summary: "All IPv4 addresses are not all addresses.",
  why: "`0.0.0.0/0` holds no IPv6 address, so that a rule for everybody leaves out those who come over IPv6. Add `::/0` if they are meant too.",
  on: "set",
  run({ items }, report, { text }) {
    const all = items.find(isAllIpv4);
    if (!all || items.some((it) => stretchOf(it)?.family === 6)) return;
    const written = text.slice(all.start, all.end);
    report(all, `'${written}' holds every IPv4 address and no IPv6 address. Add ::/0 for those.`, {
      fixes: [{ title: "Add ::/0", edits: [insert(all.end, " ::/0")], guess: true }],
    });
  },
  examples: [
    {
      text: `
not cf.client.bot and ip.src in {0.0.0.0/0}
                                 ^^^^^^^^^ info: '0.0.0.0/0' holds every IPv4 address and no IPv6 address. Add ::/0 for those.
`,
      fixed: `
not cf.client.bot and ip.src in {0.0.0.0/0 ::/0}
`,
    },
  ],
};

function isAllIpv4(item: SetItem): boolean {
  if (item.kind === "network") return item.bits === 0 && item.family === 4;
  if (item.kind !== "range" || item.first.kind !== "address") return false;
  const stretch = stretchOf(item);
  return stretch?.family === 4 && stretch.first === 0 && stretch.last === lastIpv4;
}

const lastIpv4 = 0xffff_ffff;
