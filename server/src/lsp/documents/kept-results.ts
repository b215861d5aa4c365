import { keyOf } from "../files/uris.ts";
import type { Snapshot } from "./snapshots.ts";

/** How one kind of result is made. */
export type Make<Item> = (snapshot: Snapshot) => readonly Item[];

/** What was made of one text under the settings that its id names. */
interface Entry {
  readonly id: string;
  readonly results: Map<unknown, readonly unknown[]>;
  cost: number;
}

/** As many symbols and findings as fit into some 30 MB. */
const mostItems = 60_000;

/**
 * Small results of files that are not open, such as their symbols: making them takes longer than a walk through all files.
 * When there is no more room, nothing else is kept: a walk asks for everything in the same order, so whatever went for something
 * new would be missed before that.
 */
export class KeptResults {
  private readonly entries = new Map<string, Entry>();
  private cost = 0;

  constructor(private readonly most = mostItems) {}

  get<Item>(uri: string, id: string, make: Make<Item>): readonly Item[] | undefined {
    const entry = this.entries.get(keyOf(uri));
    if (entry?.id !== id) return undefined;
    return entry.results.get(make) as readonly Item[] | undefined;
  }

  set<Item>(uri: string, id: string, make: Make<Item>, result: readonly Item[]): void {
    if (this.entries.get(keyOf(uri))?.id !== id) this.forget(uri);
    const cost = result.length + 1;
    if (this.cost + cost > this.most) return;
    const entry = this.entries.get(keyOf(uri)) ?? { id, results: new Map(), cost: 0 };
    entry.results.set(make, result);
    entry.cost += cost;
    this.cost += cost;
    this.entries.set(keyOf(uri), entry);
  }

  forget(uri: string): void {
    this.cost -= this.entries.get(keyOf(uri))?.cost ?? 0;
    this.entries.delete(keyOf(uri));
  }

  clear(): void {
    this.entries.clear();
    this.cost = 0;
  }
}
