import type { Calls } from "./calls.ts";
import { CollectionCache } from "./collection-cache.ts";
import { allPages } from "./pages.ts";
import type { RemoteFilter, RemoteRule } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** The firewall rules and filters of zones. A rule contains its filter, so a change of either affects both lists. */
export interface ZoneLists {
  readonly filters: CollectionCache<string, RemoteFilter>;
  readonly rules: CollectionCache<string, RemoteRule>;
}

export function zoneLists(calls: Calls): ZoneLists {
  const { filters, firewall } = calls.sdk;
  return {
    filters: new CollectionCache((zone_id) =>
      allPages(calls, (query) => filters.list({ zone_id, ...query }), shapes.list(shapes.filter)),
    ),
    rules: new CollectionCache((zone_id) =>
      allPages(
        calls,
        (query) => firewall.rules.list({ zone_id, ...query }),
        shapes.list(shapes.rule),
      ),
    ),
  };
}
