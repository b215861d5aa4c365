import { type Comparison, compareItems, filledInLater } from "./compare-items.ts";
import type { Item } from "./items.ts";
import { type ItemsOfFile, oneItem, sentence } from "./select.ts";

/** One of two files to compare. */
export interface Side extends ItemsOfFile {
  /** Why the item cannot be compared, or where to see it; in the words of the caller. */
  readonly whyUnreadable?: (item: Item) => string;
}

/** How the selected items of two files relate. Other differences are listed from the first to the second. */
export function compareTwo(first: Side, second: Side): Comparison | { readonly error: string } {
  const [one, other] = [readable(first), readable(second)];
  if ("error" in one) return one;
  if ("error" in other) return other;
  if (one.scope !== other.scope) {
    const scopes = sentence(
      `${first.name} is for ${one.scope}, but ${second.name} is for ${other.scope}.`,
    );
    return { error: `${scopes} Only filters of one dataset, or rules, can be compared.` };
  }
  const found = compareItems(one.item, other.item);
  const changed = found.changed.map((it) => ({ ...it, before: it.after, after: it.before }));
  return { ...found, changed };
}

interface Readable {
  readonly item: Item;
  readonly scope: string;
}

function readable(side: Side): Readable | { readonly error: string } {
  const item = oneItem(side);
  if ("error" in item) return item;
  const scope = item.meaning()?.scope;
  return scope === undefined ? notComparable(side, item) : { item, scope };
}

function notComparable({ name, whyUnreadable }: Side, item: Item): { readonly error: string } {
  const later = filledInLater(item);
  const errors = `has errors, or parts that Weir cannot know. ${whyUnreadable?.(item) ?? ""}`;
  return { error: sentence(`${name} cannot be compared: it ${later ?? errors}`.trim()) };
}
