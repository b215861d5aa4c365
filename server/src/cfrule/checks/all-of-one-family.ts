import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { removeOperand } from "../rewrite/remove.ts";
import type { Comparison, SetItem } from "../syntax/tree.ts";
import { stretchOf } from "../values/set-overlaps.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const allOfOneFamily: RuleCheck<"set"> = {
  code: "all-of-one-family",
  severity: "info",
  summary: "`0.0.0.0/0` covers IPv4 only.",
  why: "`0.0.0.0/0` contains no IPv6 addresses, so a rule for all clients misses those on IPv6. To match all clients, remove the condition: with `::/0` added, it would be true for every request.",
  on: "set",
  run({ items }, report, scope) {
    const all = items.find(isAllIpv4);
    if (!all || items.some((it) => stretchOf(it)?.family === 6)) return;
    const written = scope.text.slice(all.start, all.end);
    report(
      all,
      `'${written}' covers all IPv4 addresses but no IPv6 addresses. Remove the condition to match all clients.`,
      { fixes: fixesFor(scope) },
    );
  },
  examples: `
not cf.client.bot and ip.src in {0.0.0.0/0}
                                 ^^^^^^^^^ info: '0.0.0.0/0' covers all IPv4 addresses but no IPv6 addresses. Remove the condition to match all clients.
=>
not cf.client.bot
`,
};

/** The comparison can only be removed from an `and`, where the rest keeps its meaning. */
function fixesFor({ above, parsed }: Scope): readonly Fix[] {
  const comparison = above[above.length - 1];
  const logical = above[above.length - 2];
  if (logical?.kind !== "logical" || logical.name !== "and") return [];
  const index = logical.operands.indexOf(comparison as Comparison);
  const edits = index === -1 ? [] : removeOperand(parsed, { logical, index });
  return edits.length > 0 ? [likelyFix("Remove the condition", edits)] : [];
}

function isAllIpv4(item: SetItem): boolean {
  if (item.kind === "network") return item.bits === 0 && item.family === 4;
  if (item.kind !== "range" || item.first.kind !== "address") return false;
  const stretch = stretchOf(item);
  return stretch?.family === 4 && stretch.first === 0 && stretch.last === lastIpv4;
}

const lastIpv4 = 0xffff_ffff;
