import { type Calls, pathOf } from "./calls.ts";
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
  return {
    filters: new CollectionCache((zone) =>
      allPages(
        (query, decode) => calls.read(pathOf("zones", zone, "filters"), decode, query),
        shapes.list(shapes.filter),
      ),
    ),
    rules: new CollectionCache((zone) =>
      allPages(
        (query, decode) => calls.read(pathOf("zones", zone, "firewall", "rules"), decode, query),
        shapes.list(shapes.rule),
      ),
    ),
  };
}
