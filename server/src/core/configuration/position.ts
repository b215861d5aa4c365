/** The position of a rule in its ruleset, as given in its file. */
export type Position =
  | { readonly kind: "first" | "last" }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "before" | "after"; readonly ref: string };

/** The directives that set it. A file can have only one of them. */
export const positionNames = ["before", "after", "position"] as const;
export type PositionName = (typeof positionNames)[number];

/** Undefined for an invalid value. */
export function readPosition(name: PositionName, value: string): Position | undefined {
  if (name !== "position") return { kind: name, ref: value };
  if (value === "first" || value === "last") return { kind: value };
  return /^[1-9]\d{0,5}$/.test(value) ? { kind: "index", index: Number(value) } : undefined;
}

/** The directive without its '@', as in "before office". */
export function positionText(position: Position): string {
  if (position.kind === "index") return `position ${position.index}`;
  if ("ref" in position) return `${position.kind} ${position.ref}`;
  return `position ${position.kind}`;
}

/** A position as the service accepts it, among rules with keys such as their IDs. Before or after `""`: first or last. */
export type Placement<Key = string> =
  | { readonly index: number }
  | { readonly before: Key | "" }
  | { readonly after: Key | "" };

/** Undefined if no rule has the name that the position refers to. */
export function placementOf<Key>(
  position: Position,
  find: (ref: string) => Key | undefined,
): Placement<Key> | undefined {
  if (position.kind === "index") return { index: position.index };
  if (!("ref" in position)) return position.kind === "first" ? { index: 1 } : { after: "" };
  const other = find(position.ref);
  if (other === undefined) return undefined;
  return position.kind === "before" ? { before: other } : { after: other };
}

/** Whether a rule is in its place. Several rules may be before or after the same rule, so they need not be adjacent. */
export function isPlaced<Key>(
  placement: Placement<Key>,
  key: Key,
  places: ReadonlyMap<Key | "", number>,
): boolean {
  const place = places.get(key);
  if (place === undefined) return false;
  if ("index" in placement) return place + 1 === Math.min(placement.index, places.size);
  const isBefore = "before" in placement;
  const other = isBefore ? placement.before : placement.after;
  if (other === "") return place === (isBefore ? 0 : places.size - 1);
  const its = places.get(other);
  return its !== undefined && (isBefore ? place < its : place > its);
}

/** The index at which the service inserts a rule among the others. Undefined if it is next to an unknown one. */
export function placeAmong<Key>(
  placement: Placement<Key>,
  others: readonly Key[],
): number | undefined {
  if ("index" in placement) return Math.min(placement.index - 1, others.length);
  const isBefore = "before" in placement;
  const other = isBefore ? placement.before : placement.after;
  if (other === "") return isBefore ? 0 : others.length;
  const its = others.indexOf(other);
  return its === -1 ? undefined : its + (isBefore ? 0 : 1);
}

/** The order after a rule has been inserted, or moved to its place unless it is there. */
export function inPlace<Item, Key>(
  placement: Placement<Key>,
  item: Item,
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): readonly Item[] {
  if (isPlaced(placement, keyOf(item), placesOf(items.map(keyOf)))) return items;
  const others = items.filter((it) => it !== item);
  const place = placeAmong(placement, others.map(keyOf));
  return place === undefined ? items : others.toSpliced(place, 0, item);
}

export function placesOf<Key>(keys: readonly Key[]): ReadonlyMap<Key | "", number> {
  return new Map(keys.map((key, place) => [key, place]));
}
