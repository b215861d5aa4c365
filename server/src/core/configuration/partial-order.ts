/** Rules sorted so that each comes after those known to run before it. */
export interface Order<Item> {
  readonly items: readonly Item[];
  /** Whether an item is known to run before a later one. Undefined if the order is total. */
  readonly isBefore?: ((earlier: Item, later: Item) => boolean) | undefined;
}

/** A partial order of items, as a graph. */
export class PartialOrder<Item> {
  private readonly indexes: ReadonlyMap<Item, number>;
  /** The direct successors of each item, then of each barrier. */
  private readonly next: number[][];

  constructor(private readonly items: readonly Item[]) {
    this.indexes = new Map(items.map((it, index) => [it, index]));
    this.next = items.map(() => []);
  }

  add(earlier: Item, later: Item): void {
    this.connect(this.indexOf(earlier), this.indexOf(later));
  }

  /** Orders each item of a group before each item of the next group. */
  addGroups(groups: readonly (readonly Item[])[]): void {
    for (const [at, group] of groups.entries()) {
      const following = groups[at + 1];
      if (!following) break;
      // A node between the groups keeps the number of edges linear.
      const barrier = this.next.push([]) - 1;
      for (const it of group) this.connect(this.indexOf(it), barrier);
      for (const it of following) this.connect(barrier, this.indexOf(it));
    }
  }

  /** Excludes items in cycles, and the items after them. */
  order(): Order<Item> {
    const sorted = this.sorted();
    const known = new Map<Item, ReadonlySet<number>>();
    const isBefore = (earlier: Item, later: Item): boolean => {
      const reached = known.get(earlier) ?? this.reachedFrom(this.indexOf(earlier));
      known.set(earlier, reached);
      return reached.has(this.indexOf(later));
    };
    const items = sorted.flatMap((it) => this.items[it] ?? []);
    return { items, isBefore };
  }

  private indexOf(item: Item): number {
    return this.indexes.get(item) ?? -1;
  }

  private connect(from: number, to: number): void {
    this.next[from]?.push(to);
  }

  private sorted(): number[] {
    const waits = this.next.map(() => 0);
    for (const list of this.next) for (const it of list) waits[it] = (waits[it] ?? 0) + 1;
    const sorted = [...waits.keys()].filter((it) => waits[it] === 0);
    // The array grows during the iteration.
    for (const from of sorted) {
      for (const it of this.next[from] ?? []) {
        waits[it] = (waits[it] ?? 0) - 1;
        if (waits[it] === 0) sorted.push(it);
      }
    }
    return sorted;
  }

  private reachedFrom(start: number): ReadonlySet<number> {
    const reached = new Set(this.next[start]);
    for (const it of reached) for (const next of this.next[it] ?? []) reached.add(next);
    return reached;
  }
}
