import type { BaseFilters } from "cloudflare/resources/filters/filters";
import { allPages, bodyOf, type Calls } from "./calls.ts";
import type { Fields, RemoteFilter } from "./shapes.ts";
import * as shapes from "./shapes.ts";

type Create = Parameters<BaseFilters["create"]>[0];
type Update = Parameters<BaseFilters["update"]>[1];

export interface Filters {
  list(zone: string): Promise<RemoteFilter[]>;
  create(zone: string, filter: Fields): Promise<RemoteFilter>;
  /** Replaces the whole filter: what is left out is cleared. */
  update(zone: string, id: string, filter: Fields): Promise<RemoteFilter>;
  remove(zone: string, id: string): Promise<void>;
}

export function filtersOf(calls: Calls): Filters {
  const { filters } = calls.sdk;
  return {
    list: (zone_id) =>
      allPages(calls, (query) => filters.list({ zone_id, ...query }), shapes.list(shapes.filter)),
    create: (zone_id, filter) =>
      calls.write(
        () => filters.create({ zone_id, body: [filter] } as unknown as Create),
        (page) => only(shapes.list(shapes.filter)(bodyOf(page).result)),
      ),
    update: (zone_id, id, filter) =>
      calls.write(
        () => filters.update(id, { ...filter, id, zone_id } as unknown as Update),
        shapes.filter,
      ),
    remove: (zone_id, id) => calls.write(() => filters.delete(id, { zone_id }), shapes.anything),
  };
}

/** One was sent, so one comes back. */
export function only<Value>(items: readonly Value[]): Value {
  const [first] = items;
  if (first === undefined || items.length > 1) throw new shapes.Misshapen();
  return first;
}
