import { ServiceError } from "./service-error.ts";

/**
 * Lists of the service, read once and then updated with our own changes. An instance lives as long as one run, so changes
 * by others appear in the next run; `again` reads the list earlier. A failed read is cached too: a run over a thousand
 * files does not wait a thousand times.
 */
export class CollectionCache<Place, Item extends { readonly id: string | number }> {
  private readonly lists = new Map<string, Promise<readonly Item[]>>();

  constructor(private readonly read: (place: Place) => Promise<readonly Item[]>) {}

  list(place: Place): Promise<readonly Item[]> {
    return this.lists.get(keyOf(place)) ?? this.again(place);
  }

  /** Always reads from the service. */
  again(place: Place): Promise<readonly Item[]> {
    return this.keep(place, this.read(place));
  }

  /** Creates an item. A response with the identifier of an existing item is invalid, and the outcome is unknown. */
  async add(place: Place, call: () => Promise<Item>): Promise<Item> {
    const before = await this.seen(place);
    const item = await this.during(place, call);
    if (before.some((it) => it.id === item.id)) throw this.doubt(place);
    this.amend(place, (items) => [...items, item]);
    return item;
  }

  async change(place: Place, id: Item["id"], call: () => Promise<Item>): Promise<Item> {
    const item = await this.during(place, call);
    if (item.id !== id) throw this.doubt(place);
    this.amend(place, (items) => items.map((it) => (it.id === id ? item : it)));
    return item;
  }

  async delete(place: Place, id: Item["id"], call: () => Promise<void>): Promise<void> {
    await this.during(place, call);
    this.amend(place, (items) => items.filter((it) => it.id !== id));
  }

  /** Clears the cache. */
  forget(): void {
    this.lists.clear();
  }

  /** Applies a change that was made by another call. */
  amend(place: Place, change: (items: readonly Item[]) => readonly Item[]): void {
    const list = this.lists.get(keyOf(place));
    if (list) this.keep(place, list.then(change));
  }

  private keep(place: Place, list: Promise<readonly Item[]>): Promise<readonly Item[]> {
    // Callers that await the list get the error.
    list.catch(() => {});
    this.lists.set(keyOf(place), list);
    return list;
  }

  private async seen(place: Place): Promise<readonly Item[]> {
    try {
      return (await this.lists.get(keyOf(place))) ?? [];
    } catch {
      return [];
    }
  }

  private async during<Value>(place: Place, call: () => Promise<Value>): Promise<Value> {
    try {
      return await call();
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.effect === "none";
      if (!isRefused) this.lists.delete(keyOf(place));
      throw error;
    }
  }

  private doubt(place: Place): ServiceError {
    this.lists.delete(keyOf(place));
    return new ServiceError("The service returned the ID of another resource.", "unknown");
  }
}

function keyOf(place: unknown): string {
  return JSON.stringify(place);
}
