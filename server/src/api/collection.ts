import { type Calls, undefinedIfNotFound } from "./calls.ts";
import type { CollectionCache } from "./collection-cache.ts";
import type { Decoder, Fields } from "./shapes.ts";
import * as shapes from "./shapes.ts";

interface Identified {
  readonly id: string | number;
}

/** The resources of one kind. */
export interface Collection<Place, Item extends Identified> {
  /** Cached; `listAgain` bypasses the cache. */
  list(place: Place): Promise<readonly Item[]>;
  listAgain(place: Place): Promise<readonly Item[]>;
  /** Not cached; undefined when the identifier is unknown. */
  get(place: Place, id: Item["id"]): Promise<Item | undefined>;
  create(place: Place, sent: Fields): Promise<Item>;
  update(place: Place, id: Item["id"], sent: Fields): Promise<Item>;
  delete(place: Place, id: Item["id"]): Promise<void>;
}

/** How the service wants resources to be sent. */
interface Sending<Item> {
  readonly decode: Decoder<Item>;
  /** One is created with a list, and changed with its ID. */
  readonly inLists: boolean;
}

export function collectionOf<Place, Item extends Identified>(
  { read, write }: Calls,
  cache: CollectionCache<Place, Item>,
  pathTo: (place: Place, ...id: readonly Item["id"][]) => string,
  { decode, inLists }: Sending<Item>,
): Collection<Place, Item> {
  const decodeList = shapes.list(decode);
  return {
    list: (place) => cache.list(place),
    listAgain: (place) => cache.again(place),
    get: (place, id) => undefinedIfNotFound(read(pathTo(place, id), shapes.withId(id, decode))),
    create(place, sent) {
      const body = inLists ? [sent] : sent;
      return cache.add(place, () =>
        write({ method: "POST", path: pathTo(place), body }, (result) =>
          inLists ? singleItem(decodeList(result)) : decode(result),
        ),
      );
    },
    update(place, id, sent) {
      const body = inLists ? { ...sent, id } : sent;
      return cache.change(place, id, () =>
        write({ method: "PUT", path: pathTo(place, id), body }, decode),
      );
    },
    delete: (place, id) =>
      cache.delete(place, id, () =>
        write({ method: "DELETE", path: pathTo(place, id) }, shapes.anything),
      ),
  };
}

/** The only item of a list. One was sent, so any other number is an invalid response. */
function singleItem<Value>(items: readonly Value[]): Value {
  const [first] = items;
  if (first === undefined || items.length > 1) throw new shapes.UnexpectedShapeError();
  return first;
}
