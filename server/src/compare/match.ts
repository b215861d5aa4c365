import type { Item } from "./items.ts";
import { type Key, Pairing } from "./pairing.ts";

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
  const pairing = new Pairing(now, before);
  const byKey = (key: Key<Item>) => {
    // Of several with one key, the ones with the same text first.
    for (const exact of [true, false])
      pairing.byKey((it) => {
        const own = key(it);
        return own === undefined ? undefined : JSON.stringify([it.kind, own, exact ? it.text : ""]);
      }, "unique");
  };
  for (const key of keys) {
    byKey((it) => withGroup(it, key(it)));
    byKey(key);
  }
  pairing.byMeaning((it) => it.meaning(), mayBeSame, mostCompared);
  byLikeness(pairing);
  pairing.byPlace((it) => JSON.stringify([it.kind, it.group]), mayBeSame);
  return pairing.pairs();
}

const keys: readonly Key<Item>[] = [
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

/** A rule that was edited, and has no name: most of its words are the same. */
function byLikeness(pairing: Pairing<Item>): void {
  const [now, before] = [pairing.leftNow, pairing.leftBefore].map((it) =>
    it.slice(0, mostAlike).map((item) => ({ item, words: wordsIn(item.text) })),
  ) as [Worded[], Worded[]];
  const candidates = now.flatMap((a) =>
    before
      .filter((b) => a.item.group === b.item.group && mayBeSame(a.item, b.item))
      .map((b) => ({ a: a.item, b: b.item, share: commonShare(a.words, b.words) })),
  );
  for (const { a, b, share } of candidates.sort((x, y) => y.share - x.share))
    if (share >= 0.5 && !pairing.isPaired(a) && !pairing.isPaired(b)) pairing.pair(a, b);
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

/** Whether nothing tells them apart. */
function mayBeSame(a: Item, b: Item): boolean {
  const agree = (x: string | undefined, y: string | undefined) =>
    x === undefined || y === undefined || x === y;
  return a.kind === b.kind && agree(a.ref, b.ref) && agree(a.id, b.id) && agree(a.title, b.title);
}
