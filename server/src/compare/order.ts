import { inOrder } from "../core/configuration/order.ts";
import type { ChangedProperty } from "./compare-items.ts";
import type { Item } from "./items.ts";
import { titleOf } from "./items.ts";
import type { Pair } from "./match.ts";
import { longestRun } from "./pairing.ts";

/** For each rule that moved relative to the others of its list: where it was, and where it is. */
export function movesIn(pairs: readonly Pair[]): ReadonlyMap<Item, ChangedProperty> {
  const found = new Map<Item, ChangedProperty>();
  const groups = new Map<string, Placed[]>();
  for (const { now, before } of pairs) {
    if (now?.order === undefined || before?.order === undefined) continue;
    const name = JSON.stringify([now.group, before.group]);
    const placed = { item: now, is: now.order, was: before.order };
    groups.set(name, [...(groups.get(name) ?? []), placed]);
  }
  for (const group of groups.values()) {
    const sorted = inOrder(group, (it) => it.is);
    const kept = new Set(longestRun(sorted, (it) => it.was));
    for (const it of sorted) {
      if (kept.has(it)) continue;
      const passed = sorted.filter(
        (other) => kept.has(other) && it.is < other.is !== it.was < other.was,
      );
      const isEarlier = it.is < it.was;
      // Of those that it passed, the one it is next to now.
      const next = isEarlier ? passed[0] : passed.at(-1);
      if (!next) continue;
      const [after, before] = next.is > it.is ? ["before", "after"] : ["after", "before"];
      const name = titleOf(next.item);
      found.set(it.item, {
        property: "order",
        before: `${before} ${name}`,
        after: `${after} ${name}`,
      });
    }
  }
  return found;
}

interface Placed {
  readonly item: Item;
  readonly is: number;
  readonly was: number;
}
