import { priorityGroups } from "../../core/configuration/order.ts";
import type { Position, RuleFile } from "../../core/configuration/rule-file.ts";
import { type Order, PartialOrder } from "./partial-order.ts";
import { ruleFinder } from "./rule-named.ts";

/** A rule of a set, with what is known about its position. */
export interface OrderedMember {
  readonly rule: Pick<RuleFile, "position" | "priority" | "ref"> & { readonly action?: string };
  /** The path of its file. */
  readonly name: string;
  /** The ID on the service. */
  readonly id: string | undefined;
}

/** Firewall rules. The order of those with the same priority and action is not known. */
export function byKnownPriority<Item extends OrderedMember>(items: readonly Item[]): Order<Item> {
  const groups = priorityGroups(items, (it) => it.rule);
  if (groups.every((it) => it.length === 1)) return { items: groups.flat() };
  const before = new PartialOrder(items);
  before.addGroups(groups);
  return before.order();
}

/**
 * Rules of a ruleset: in the order on the service, unless the file of a rule specifies another position. A new rule is added
 * last. `ids` are the rules on the service.
 */
export function byPosition<Item extends OrderedMember>(
  items: readonly Item[],
  ids: readonly string[],
): Order<Item> {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id = "" }: OrderedMember) => places.get(id);
  const references = referencesIn(items);
  const settled = items
    .filter((it) => isInPlace(it, references.get(it), places))
    .sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
  if (settled.length === items.length) return { items: settled };
  const before = new PartialOrder(items);
  const inPlace = new Set(settled);
  const others = items.filter((it) => !inPlace.has(it));
  const isStill = others.every((it) => placeOf(it) === undefined && !it.rule.position);
  // A numeric position depends on the rules that are moved, and at the end also on those that are added.
  const isKept = ({ rule: { position } }: Item) =>
    !position || "ref" in position || (isStill && isWithin(position, ids.length));
  const kept = withoutFollowers(settled.filter(isKept), references);
  before.addGroups(kept.map((it) => [it]));
  const last = kept.at(-1);
  const known = new Set(items.map((it) => it.id));
  // A new file may belong to a rule on the service that has no file yet.
  const isNew = (it: Item) => it.id === undefined && !it.rule.position;
  if (last && ids.every((it) => known.has(it)))
    for (const it of others.filter(isNew)) before.add(last, it);
  for (const [it, other] of references) {
    if (it.rule.position?.kind === "before") before.add(it, other);
    else before.add(other, it);
  }
  addNumbers(before, items);
  return before.order();
}

/** Maps each rule to the one that its position refers to. */
function referencesIn<Item extends OrderedMember>(items: readonly Item[]): ReadonlyMap<Item, Item> {
  const find = ruleFinder(items);
  const rows = items.flatMap((it): [Item, Item][] => {
    const { position } = it.rule;
    const other = position && "ref" in position ? find(position.ref, it.name) : undefined;
    return other && other !== it ? [[it, other]] : [];
  });
  return new Map(rows);
}

function addNumbers<Item extends OrderedMember>(
  before: PartialOrder<Item>,
  items: readonly Item[],
): void {
  const numbered = items.filter((it) => numberOf(it.rule) !== undefined);
  const groups = groupsBy(numbered, ({ rule }) => numberOf(rule) ?? 0);
  before.addGroups(groups);
  const [first] = groups;
  const without = (one: Item) => items.filter((it) => it !== one);
  if (first?.length === 1 && first[0] && numberOf(first[0].rule) === 1)
    before.addGroups([first, without(first[0])]);
  const final = groups.at(-1);
  if (final?.length === 1 && final[0]?.rule.position?.kind === "last")
    before.addGroups([without(final[0]), final]);
}

/** Excludes rules whose position depends on a rule that may be moved. */
function withoutFollowers<Item>(
  kept: readonly Item[],
  references: ReadonlyMap<Item, Item>,
): Item[] {
  const left = new Set(kept);
  const followers = new Map<Item, Item[]>();
  for (const [it, other] of references) push(followers, other, it);
  const moved = [...followers.keys()].filter((it) => !left.has(it));
  // The array grows during the iteration.
  for (const it of moved) {
    for (const follower of followers.get(it) ?? []) if (left.delete(follower)) moved.push(follower);
  }
  return [...left];
}

function isWithin(position: Position, count: number): boolean {
  return position.kind === "first" || (position.kind === "index" && position.index <= count);
}

/** `count` is the number of rules; larger positions mean the last one. */
function numberOf({ position }: OrderedMember["rule"], count = Infinity): number | undefined {
  if (position?.kind === "first") return 1;
  if (position?.kind === "last") return count;
  return position?.kind === "index" ? Math.min(position.index, count) : undefined;
}

/** Whether the position on the service matches that in the file. */
function isInPlace(
  { id = "", rule }: OrderedMember,
  other: OrderedMember | undefined,
  places: ReadonlyMap<string, number>,
): boolean {
  const place = places.get(id);
  const { position } = rule;
  if (place === undefined || !position) return place !== undefined;
  if (!("ref" in position)) return place + 1 === numberOf(rule, places.size);
  // A rule without a file can be referred to by its ID.
  const its = places.get(other ? (other.id ?? "") : position.ref);
  return its !== undefined && (position.kind === "before" ? place < its : place > its);
}

function groupsBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const groups = new Map<number, Item[]>();
  for (const it of items) push(groups, keyOf(it), it);
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

export function push<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
