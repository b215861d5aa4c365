import { keyOf } from "../files/uris.ts";
import type { Snapshot } from "./snapshots.ts";

/** A function that computes results, such as symbols. */
export type Make<Item> = (snapshot: Snapshot) => readonly Item[];

/** The results of one text under the settings of its ID. */
interface Entry {
  readonly id: string;
  readonly results: Map<unknown, readonly unknown[]>;
  cost: number;
}

/** About 30 MB of symbols and diagnostics. */
const maxItems = 60_000;

/**
 * Small results of closed files, such as symbols, which take longer to compute than walking all files. When full, nothing is
 * evicted: walks have a fixed order, so any eviction would cause misses in the next walk.
 */
export class KeptResults {
  private readonly entries = new Map<string, Entry>();
  private cost = 0;
  /** Changes when a file or the settings have changed. */
  revision = 0;

  constructor(private readonly most = maxItems) {}

  get<Item>(uri: string, id: string, make: Make<Item>): readonly Item[] | undefined {
    const entry = this.entries.get(keyOf(uri));
    if (entry?.id !== id) return undefined;
    return entry.results.get(make) as readonly Item[] | undefined;
  }

  set<Item>(uri: string, id: string, make: Make<Item>, result: readonly Item[]): void {
    if (this.entries.get(keyOf(uri))?.id !== id) this.drop(uri);
    const cost = result.length + 1;
    if (this.cost + cost > this.most) return;
    const entry = this.entries.get(keyOf(uri)) ?? { id, results: new Map(), cost: 0 };
    entry.results.set(make, result);
    entry.cost += cost;
    this.cost += cost;
    this.entries.set(keyOf(uri), entry);
  }

  forget(uri: string): void {
    this.revision++;
    this.drop(uri);
  }

  private drop(uri: string): void {
    this.cost -= this.entries.get(keyOf(uri))?.cost ?? 0;
    this.entries.delete(keyOf(uri));
  }

  clear(): void {
    this.revision++;
    this.entries.clear();
    this.cost = 0;
  }
}
