import { compareMeanings } from "../core/solver/meaning.ts";
import type { Item } from "./items.ts";

export interface Pair {
  /** Undefined for an item that was removed. */
  readonly now: Item | undefined;
  /** Undefined for an item that was added. */
  readonly before: Item | undefined;
}

/**
 * Pairs the items of two versions of a file: by what identifies them, then by what they say, then by what they mean or
 * nearly say, and what is left by its place. In the order of the file, removed ones last.
 */
export function matched(now: readonly Item[], before: readonly Item[]): readonly Pair[] {
  const matching = new Matching(now, before);
  for (const key of keys) {
    matching.byKey((it) => withGroup(it, key(it)));
    matching.byKey(key);
  }
  matching.byMeaning();
  matching.byLikeness();
  matching.byPlace();
  return matching.pairs();
}

type Key = (item: Item) => string | undefined;

const keys: readonly Key[] = [
  (it) => it.ref && `ref ${it.ref}`,
  (it) => it.id && `id ${it.id}`,
  // A resource with a single rule, or a job.
  (it) => (it.order === undefined && it.group !== undefined ? `resource ${it.group}` : undefined),
  (it) => it.title && `title ${it.title}`,
  (it) => `same ${JSON.stringify([it.source ?? it.text, it.properties])}`,
  (it) => (it.text === "" ? undefined : `text ${it.source ?? it.text}`),
];

function withGroup({ group }: Item, key: string | undefined): string | undefined {
  return key && JSON.stringify([group, key]);
}

/** Limits the number of proofs. */
const mostCompared = 200;
const work = 50_000;

class Matching {
  private readonly found = new Map<Item, Item>();
  private readonly taken = new Set<Item>();

  constructor(
    private readonly now: readonly Item[],
    private readonly before: readonly Item[],
  ) {}

  /** Pairs items whose key only they have, of those that are left; of several with one key, those with the same text first. */
  byKey(key: Key): void {
    for (const exact of [true, false]) {
      const keyed = (it: Item) => {
        const own = key(it);
        return own === undefined ? undefined : JSON.stringify([it.kind, own, exact ? it.text : ""]);
      };
      const others = grouped(this.left(this.before), keyed);
      for (const [name, items] of grouped(this.left(this.now), keyed)) {
        const [other, ...more] = others.get(name) ?? [];
        const [item, ...rest] = items;
        if (item && other && more.length === 0 && rest.length === 0) this.pair(item, other);
      }
    }
  }

  /** A rule that was rewritten, and has no name. */
  byMeaning(): void {
    let left = mostCompared;
    for (const item of this.left(this.now)) {
      const meaning = item.meaning();
      if (!meaning) continue;
      for (const other of this.left(this.before)) {
        if (!mayBeSame(item, other) || left-- <= 0) continue;
        const earlier = other.meaning();
        if (!earlier || earlier.scope !== meaning.scope) continue;
        if (compareMeanings(meaning, earlier, work).name !== "equal") continue;
        this.pair(item, other);
        break;
      }
    }
  }

  /** A rule that was edited, and has no name: most of its words are the same. */
  byLikeness(): void {
    const [now, before] = [this.left(this.now), this.left(this.before)].map((it) =>
      it.slice(0, mostAlike).map((item) => ({ item, words: wordsIn(item.text) })),
    ) as [Worded[], Worded[]];
    const candidates = now.flatMap((a) =>
      before
        .filter((b) => a.item.group === b.item.group && mayBeSame(a.item, b.item))
        .map((b) => ({ a: a.item, b: b.item, share: commonShare(a.words, b.words) })),
    );
    for (const { a, b, share } of candidates.sort((x, y) => y.share - x.share)) {
      if (share < 0.5 || this.found.has(a) || this.taken.has(b)) continue;
      this.pair(a, b);
    }
  }

  /** Between the same neighbours, as many items as before are the same ones, edited. */
  byPlace(): void {
    const gaps = grouped(this.left(this.now), (it) => this.gap(it, this.now));
    const others = grouped(this.left(this.before), (it) => this.gap(it, this.before));
    for (const [name, items] of gaps) {
      const earlier = others.get(name) ?? [];
      if (items.length !== earlier.length) continue;
      items.forEach((it, index) => {
        const other = earlier[index];
        if (other && mayBeSame(it, other)) this.pair(it, other);
      });
    }
  }

  /** The group of an item, and its nearest neighbour before it that has been paired. */
  private gap(item: Item, all: readonly Item[]): string {
    const index = all.indexOf(item);
    const isPaired = (it: Item) =>
      it.group === item.group && (this.found.has(it) || this.taken.has(it));
    const neighbour = all.slice(0, index).findLast(isPaired);
    const before = neighbour && (this.found.get(neighbour) ?? neighbour);
    return JSON.stringify([item.kind, item.group, before ? this.before.indexOf(before) : -1]);
  }

  pairs(): readonly Pair[] {
    return [
      ...this.now.map((now) => ({ now, before: this.found.get(now) })),
      ...this.left(this.before).map((before) => ({ now: undefined, before })),
    ];
  }

  private pair(item: Item, other: Item): void {
    this.found.set(item, other);
    this.taken.add(other);
  }

  private left(items: readonly Item[]): readonly Item[] {
    return items.filter((it) => !this.found.has(it) && !this.taken.has(it));
  }
}

/** Limits the number of texts that are compared word by word. */
const mostAlike = 60;

interface Worded {
  readonly item: Item;
  readonly words: ReadonlySet<string>;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\w.:/-]+/g) ?? []);
}

function commonShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((it) => b.has(it)).length;
  return common / Math.max(1, a.size + b.size - common);
}

/** Whether nothing says that they are different ones. */
function mayBeSame(a: Item, b: Item): boolean {
  const agree = (x: string | undefined, y: string | undefined) =>
    x === undefined || y === undefined || x === y;
  return a.kind === b.kind && agree(a.ref, b.ref) && agree(a.id, b.id) && agree(a.title, b.title);
}

function grouped(items: readonly Item[], key: Key): Map<string, Item[]> {
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
