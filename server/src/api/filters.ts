import type { BaseFilters } from "cloudflare/resources/filters/filters";
import { bodyOf, type Calls, undefinedIfNotFound } from "./calls.ts";
import type { Fields, RemoteFilter } from "./shapes.ts";
import * as shapes from "./shapes.ts";
import type { ZoneLists } from "./zone-lists.ts";

type Create = Parameters<BaseFilters["create"]>[0];
type Update = Parameters<BaseFilters["update"]>[1];

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

export function filtersOf(calls: Calls, known: ZoneLists): Filters {
  const { filters } = calls.sdk;
  return {
    list: (zone) => known.filters.list(zone),
    listAgain: (zone) => known.filters.again(zone),
    get: (zone_id, id) =>
      undefinedIfNotFound(
        calls.read(() => filters.get(id, { zone_id }), shapes.withId(id, shapes.filter)),
      ),
    create: (zone_id, filter) =>
      known.filters.add(zone_id, () =>
        calls.write(
          () => filters.create({ zone_id, body: [filter] } as unknown as Create),
          (page) => singleItem(shapes.list(shapes.filter)(bodyOf(page).result)),
        ),
      ),
    update: async (zone_id, id, filter) => {
      const changed = await known.filters.change(zone_id, id, () =>
        calls.write(
          () => filters.update(id, { ...filter, id, zone_id } as unknown as Update),
          shapes.filter,
        ),
      );
      known.rules.amend(zone_id, (rules) =>
        rules.map((it) => (it.filter.id === id ? { ...it, filter: changed } : it)),
      );
      return changed;
    },
    delete: (zone_id, id) =>
      known.filters.delete(zone_id, id, () =>
        calls.write(() => filters.delete(id, { zone_id }), shapes.anything),
      ),
  };
}

/** The only item of a list. One filter was sent, so any other number is an invalid response. */
export function singleItem<Value>(items: readonly Value[]): Value {
  const [first] = items;
  if (first === undefined || items.length > 1) throw new shapes.UnexpectedShapeError();
  return first;
}
