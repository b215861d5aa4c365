import { ServiceError } from "./service-error.ts";

/**
 * Lists of the service that are read once and then follow our own changes. Whoever made them lives as long as one run, so
 * that what others change shows in the next one; `again` is for when that is too late. A list that could not be read stays
 * so: a run over a thousand files does not wait a thousand times.
 */
export class Known<Place, Item extends { readonly id: string | number }> {
  private readonly lists = new Map<string, Promise<readonly Item[]>>();

  constructor(private readonly read: (place: Place) => Promise<readonly Item[]>) {}

  list(place: Place): Promise<readonly Item[]> {
    return this.lists.get(keyOf(place)) ?? this.again(place);
  }

  /** As the service has it now. */
  again(place: Place): Promise<readonly Item[]> {
    return this.keep(place, this.read(place));
  }

  /** Creates something. An answer with the identifier of something older is a lie, and nobody knows what was done. */
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

  async remove(place: Place, id: Item["id"], call: () => Promise<void>): Promise<void> {
    await this.during(place, call);
    this.amend(place, (items) => items.filter((it) => it.id !== id));
  }

  /** Everything is read anew from now on. */
  forget(): void {
    this.lists.clear();
  }

  /** Follows a change that came about in another way. */
  amend(place: Place, change: (items: readonly Item[]) => readonly Item[]): void {
    const list = this.lists.get(keyOf(place));
    if (list) this.keep(place, list.then(change));
  }

  private keep(place: Place, list: Promise<readonly Item[]>): Promise<readonly Item[]> {
    // Whoever asks for it learns why it failed.
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
