/** The requirements of an order. */
export interface Arrangement<Key> {
  /** In the preferred order. */
  readonly items: readonly Key[];
  /** Pairs of an earlier item and a later one. */
  readonly pairs: readonly (readonly [earlier: Key, later: Key])[];
  /** The places of items, from 0. */
  readonly places: ReadonlyMap<Key, number>;
}

interface Window<Key> {
  readonly item: Key;
  first: number;
  last: number;
  readonly earlier: Window<Key>[];
  isPlaced: boolean;
}

/** The order closest to the preferred one that satisfies everything. Undefined if there is none. */
export function arranged<Key>(wanted: Arrangement<Key>): readonly Key[] | undefined {
  if (isSatisfied(wanted, wanted.items)) return wanted.items;
  let left = windowsOf(wanted);
  const order: Key[] = [];
  while (left && left.length > 0) {
    const next = nextOf(left, order.length);
    if (!next) return undefined;
    order.push(next.item);
    next.isPlaced = true;
    left = left.filter((it) => it !== next);
  }
  return left && isSatisfied(wanted, order) ? order : undefined;
}

function isSatisfied<Key>({ pairs, places }: Arrangement<Key>, order: readonly Key[]): boolean {
  const placeOf = new Map(order.map((it, place) => [it, place]));
  const isBefore = ([earlier, later]: readonly [Key, Key]) =>
    (placeOf.get(earlier) ?? 0) < (placeOf.get(later) ?? 0);
  return pairs.every(isBefore) && [...places].every(([it, place]) => placeOf.get(it) === place);
}

/** The first and the last place that each item can have. Undefined if pairs contradict each other. */
function windowsOf<Key>({ items, pairs, places }: Arrangement<Key>): Window<Key>[] | undefined {
  const windows = new Map<Key, Window<Key>>(
    items.map((item) => {
      const place = places.get(item);
      const [first, last] = [place ?? 0, place ?? items.length - 1];
      return [item, { item, first, last, earlier: [], isPlaced: false }];
    }),
  );
  const later = new Map<Key, Key[]>();
  const waits = new Map<Key, number>();
  for (const [a, b] of pairs) {
    later.set(a, [...(later.get(a) ?? []), b]);
    waits.set(b, (waits.get(b) ?? 0) + 1);
  }
  const sorted = items.filter((it) => !waits.has(it));
  const edges: (readonly [Window<Key>, Window<Key>])[] = [];
  // The array grows during the iteration.
  for (const it of sorted) {
    for (const next of later.get(it) ?? []) {
      const [a, b] = [windows.get(it), windows.get(next)];
      if (!a || !b) continue;
      b.first = Math.max(b.first, a.first + 1);
      b.earlier.push(a);
      edges.push([a, b]);
      const count = (waits.get(next) ?? 0) - 1;
      waits.set(next, count);
      if (count === 0) sorted.push(next);
    }
  }
  for (const [a, b] of edges.reverse()) a.last = Math.min(a.last, b.last - 1);
  return sorted.length === items.length ? [...windows.values()] : undefined;
}

/**
 * The first item that can have this place and leaves a place for each of the others: of those that need a place up to any later one, there
 * are never more than places.
 */
function nextOf<Key>(left: readonly Window<Key>[], place: number): Window<Key> | undefined {
  const ending = new Map<number, number>();
  for (const { last } of left) ending.set(last, (ending.get(last) ?? 0) + 1);
  let count = 0;
  for (let end = place; end < place + left.length; end++) {
    count += ending.get(end) ?? 0;
    // All places up to this end are needed by the items that end there.
    if (count >= end - place + 1)
      return left.find(
        (it) => it.first <= place && it.last <= end && it.earlier.every((a) => a.isPlaced),
      );
  }
  return undefined;
}
