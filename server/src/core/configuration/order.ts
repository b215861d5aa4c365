import { type Order, PartialOrder } from "./partial-order.ts";
import { isPlaced, type Position, placementOf, placesOf } from "./position.ts";

/** The order of rules. Nothing else sorts them. */

/** Names the ruleset of a rule in a document. */
export function rulesetKey({ group, phase, kind }: RulesetName): string {
  return JSON.stringify([group, phase, kind]);
}

interface RulesetName {
  readonly group?: string | undefined;
  readonly phase?: string | undefined;
  readonly kind?: string | undefined;
}

/** By their places in their rulesets. */
export function inOrder<Item>(
  items: Iterable<Item>,
  orderOf: (item: Item) => number | undefined,
): Item[] {
  return [...items].sort((a, b) => (orderOf(a) ?? 0) - (orderOf(b) ?? 0));
}

/**
 * Firewall rules of the older interface run by priority. Rules without one, and rules with equal priorities, run by their
 * actions.
 */
const precedence = [
  "log",
  "bypass",
  "allow",
  "challenge",
  "managed_challenge",
  "js_challenge",
  "block",
];

interface Prioritized {
  readonly action?: unknown;
  readonly priority?: unknown;
}

export function byPriority<Rule extends Prioritized>(rules: readonly Rule[]): readonly Rule[] {
  return rules.toSorted(comparedByPriority);
}

/** As `byPriority`, in groups: the order of rules in the same group is not known. */
export function priorityGroups<Item>(
  items: readonly Item[],
  ruleOf: (item: Item) => Prioritized,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  for (const it of items.toSorted((a, b) => comparedByPriority(ruleOf(a), ruleOf(b)))) {
    const group = groups.at(-1);
    const [other] = group ?? [];
    if (group && other && comparedByPriority(ruleOf(other), ruleOf(it)) === 0) group.push(it);
    else groups.push([it]);
  }
  return groups;
}

function comparedByPriority(a: Prioritized, b: Prioritized): number {
  const number = ({ priority }: Prioritized) =>
    typeof priority === "number" ? priority : Infinity;
  const rank = ({ action }: Prioritized) => precedence.indexOf(String(action));
  const [first, second] = [number(a), number(b)];
  return first === second ? rank(a) - rank(b) : first - second;
}

/** A rule of a set, with what is known about its position. */
export interface OrderedMember {
  readonly rule: Prioritized & { readonly position: Position | undefined };
  /** The path of its file. */
  readonly name: string;
  /** The ID on the service. */
  readonly id: string | undefined;
}

/** Firewall rules. The order of rules with the same priority and action is not known. */
export function byKnownPriority<Item extends OrderedMember>(items: readonly Item[]): Order<Item> {
  const groups = priorityGroups(items, (it) => it.rule);
  if (groups.every((it) => it.length === 1)) return { items: groups.flat() };
  const before = new PartialOrder(items);
  before.addGroups(groups);
  return before.order();
}

/**
 * Rules of a ruleset: in the order on the service, unless the file of a rule specifies another position. A new rule is added
 * last. `ids` are the rules on the service; `find` knows the rule that a position in a file refers to.
 */
export function byPosition<Item extends OrderedMember>(
  items: readonly Item[],
  ids: readonly string[],
  find: (ref: string, from: string) => Item | undefined,
): Order<Item> {
  const places = placesOf(ids);
  const placeOf = ({ id = "" }: OrderedMember) => places.get(id);
  const references = referencesIn(items, find);
  const settled = inOrder(
    items.filter((it) => isInPlace(it, references.get(it), places)),
    placeOf,
  );
  if (settled.length === items.length) return { items: settled };
  const before = new PartialOrder(items);
  const inPlace = new Set(settled);
  const others = items.filter((it) => !inPlace.has(it));
  const isStill = others.every((it) => placeOf(it) === undefined && !it.rule.position);
  // A numeric position depends on the rules that are moved, and at the end also on the rules that are added.
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
function referencesIn<Item extends OrderedMember>(
  items: readonly Item[],
  find: (ref: string, from: string) => Item | undefined,
): ReadonlyMap<Item, Item> {
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

function numberOf({ position }: OrderedMember["rule"]): number | undefined {
  if (position?.kind === "first") return 1;
  if (position?.kind === "last") return Infinity;
  return position?.kind === "index" ? position.index : undefined;
}

/** Whether the position on the service matches that in the file. */
function isInPlace(
  { id = "", rule: { position } }: OrderedMember,
  other: OrderedMember | undefined,
  places: ReadonlyMap<string, number>,
): boolean {
  if (!position) return places.has(id);
  // A rule without a file can be referred to by its ID.
  const placement = placementOf(position, (ref) => (other ? other.id : ref));
  return placement !== undefined && isPlaced(placement, id, places);
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
