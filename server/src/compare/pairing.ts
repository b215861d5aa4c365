import { compareMeanings, type Meaning } from "../core/meaning/meaning.ts";

export type Key<Item> = (item: Item) => string | undefined;

/** Whether nothing tells two items apart. */
type MayBeSame<Item> = (now: Item, before: Item) => boolean;

/** Pairs the items of two versions, step by step: each step pairs some of the remaining items. */
export class Pairing<Item> {
  private readonly found = new Map<Item, Item>();
  private readonly taken = new Set<Item>();

  constructor(
    private readonly now: readonly Item[],
    private readonly before: readonly Item[],
  ) {}

  /** Pairs items with the same key: only if no others have it, or in their order. */
  byKey(key: Key<Item>, which: "unique" | "in order"): void {
    const others = grouped(this.leftBefore, key);
    for (const [name, items] of grouped(this.leftNow, key)) {
      const earlier = others.get(name) ?? [];
      if (which === "unique" && (items.length > 1 || earlier.length > 1)) continue;
      items.forEach((it, index) => {
        const other = earlier[index];
        if (other !== undefined) this.pair(it, other);
      });
    }
  }

  /** An item that was rewritten. */
  byMeaning(
    meaningOf: (item: Item) => Meaning | undefined,
    mayBeSame: MayBeSame<Item>,
    mostCompared: number,
  ): void {
    let left = mostCompared;
    for (const item of this.leftNow) {
      const meaning = meaningOf(item);
      if (!meaning) continue;
      for (const other of this.leftBefore) {
        if (!mayBeSame(item, other)) continue;
        const earlier = meaningOf(other);
        if (!earlier || earlier.scope !== meaning.scope) continue;
        if (left-- <= 0) return;
        if (compareMeanings(meaning, earlier, work).name !== "equal") continue;
        this.pair(item, other);
        break;
      }
    }
  }

  /** After the same neighbor of its group, as many items as before are edited versions of those before. */
  byPlace(groupOf: Key<Item>, mayBeSame: MayBeSame<Item>): void {
    const gaps = grouped(this.leftNow, (it) => this.gap(it, this.now, groupOf));
    const others = grouped(this.leftBefore, (it) => this.gap(it, this.before, groupOf));
    for (const [name, items] of gaps) {
      const earlier = others.get(name) ?? [];
      if (items.length !== earlier.length) continue;
      items.forEach((it, index) => {
        const other = earlier[index];
        if (other !== undefined && mayBeSame(it, other)) this.pair(it, other);
      });
    }
  }

  private gap(item: Item, all: readonly Item[], groupOf: Key<Item>): string {
    const group = groupOf(item);
    const neighbor = all
      .slice(0, all.indexOf(item))
      .findLast((it) => this.isPaired(it) && groupOf(it) === group);
    const before = neighbor && (this.found.get(neighbor) ?? neighbor);
    return JSON.stringify([group, before ? this.before.indexOf(before) : -1]);
  }

  pair(item: Item, other: Item): void {
    this.found.set(item, other);
    this.taken.add(other);
  }

  isPaired(item: Item): boolean {
    return this.found.has(item) || this.taken.has(item);
  }

  get leftNow(): readonly Item[] {
    return this.now.filter((it) => !this.found.has(it));
  }

  get leftBefore(): readonly Item[] {
    return this.before.filter((it) => !this.taken.has(it));
  }

  /** In the order of the current version, removed ones last. */
  pairs(): readonly { readonly now: Item | undefined; readonly before: Item | undefined }[] {
    return [
      ...this.now.map((now) => ({ now, before: this.found.get(now) })),
      ...this.leftBefore.map((before) => ({ now: undefined, before })),
    ];
  }
}

/** For each proof. */
const work = 50_000;

function grouped<Item>(items: readonly Item[], key: Key<Item>): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const it of items) {
    const name = key(it);
    if (name === undefined) continue;
    const same = found.get(name);
    if (same) same.push(it);
    else found.set(name, [it]);
  }
  return found;
}

/** Of items in their current order, the most that are still in their former order, so that as few as possible have moved. */
export function longestRun<Item>(
  items: readonly Item[],
  formerPlace: (item: Item) => number,
): readonly Item[] {
  const places = items.map(formerPlace);
  // The end of the best run of each length, and the one before it, as in patience sorting.
  const ends: number[] = [];
  const previous: number[] = [];
  places.forEach((place, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const run: Item[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) run.push(items[at] as Item);
  return run.reverse();
}
