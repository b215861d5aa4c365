import { type Calls, pathOf, undefinedIfNotFound } from "./calls.ts";
import type { Fields, RemoteFilter } from "./shapes.ts";
import * as shapes from "./shapes.ts";
import type { ZoneLists } from "./zone-lists.ts";

export interface Filters {
  /** Cached; `listAgain` bypasses the cache. */
  list(zone: string): Promise<readonly RemoteFilter[]>;
  listAgain(zone: string): Promise<readonly RemoteFilter[]>;
  /** Not cached; undefined when the identifier is unknown. */
  get(zone: string, id: string): Promise<RemoteFilter | undefined>;
  create(zone: string, filter: Fields): Promise<RemoteFilter>;
  /** Replaces the whole filter: omitted properties are cleared. */
  update(zone: string, id: string, filter: Fields): Promise<RemoteFilter>;
  delete(zone: string, id: string): Promise<void>;
}

export function filtersOf({ read, write }: Calls, known: ZoneLists): Filters {
  const pathTo = (zone: string, ...id: readonly string[]) =>
    pathOf("zones", zone, "filters", ...id);
  return {
    list: (zone) => known.filters.list(zone),
    listAgain: (zone) => known.filters.again(zone),
    get: (zone, id) =>
      undefinedIfNotFound(read(pathTo(zone, id), shapes.withId(id, shapes.filter))),
    create: (zone, filter) =>
      known.filters.add(zone, () =>
        write({ method: "POST", path: pathTo(zone), body: [filter] }, (result) =>
          singleItem(shapes.list(shapes.filter)(result)),
        ),
      ),
    update: async (zone, id, filter) => {
      const changed = await known.filters.change(zone, id, () =>
        write({ method: "PUT", path: pathTo(zone, id), body: { ...filter, id } }, shapes.filter),
      );
      known.rules.amend(zone, (rules) =>
        rules.map((it) => (it.filter.id === id ? { ...it, filter: changed } : it)),
      );
      return changed;
    },
    delete: (zone, id) =>
      known.filters.delete(zone, id, () =>
        write({ method: "DELETE", path: pathTo(zone, id) }, shapes.anything),
      ),
  };
}

/** The only item of a list. One filter was sent, so any other number is an invalid response. */
export function singleItem<Value>(items: readonly Value[]): Value {
  const [first] = items;
  if (first === undefined || items.length > 1) throw new shapes.UnexpectedShapeError();
  return first;
}
