import { type Calls, pathOf } from "./calls.ts";
import { type Collection, collectionOf } from "./collection.ts";
import { CollectionCache } from "./collection-cache.ts";
import { allPages } from "./pages.ts";
import type { Decoder, RemoteFilter, RemoteRule } from "./shapes.ts";
import * as shapes from "./shapes.ts";

/** The firewall rules and filters of zones. A change replaces all of it: omitted properties are cleared. */
export interface ZoneResources {
  readonly filters: Collection<string, RemoteFilter>;
  /** A new one references a filter by `id`, or contains one inline, which the service creates first. Deleting one keeps its filter. */
  readonly rules: Collection<string, RemoteRule>;
}

/** A rule contains its filter, so a change of either affects both lists. */
export function zoneResourcesOf(calls: Calls): ZoneResources & { forget(): void } {
  const [filterCache, filters] = resourcesAt(calls, ["filters"], shapes.filter);
  const [ruleCache, rules] = resourcesAt(calls, ["firewall", "rules"], shapes.rule);
  return {
    filters: {
      ...filters,
      async update(zone, id, sent) {
        const filter = await filters.update(zone, id, sent);
        ruleCache.amend(zone, (all) =>
          all.map((it) => (it.filter.id === id ? { ...it, filter } : it)),
        );
        return filter;
      },
    },
    rules: {
      ...rules,
      async create(zone, sent) {
        const created = await rules.create(zone, sent);
        const { filter } = created;
        filterCache.amend(zone, (all) =>
          all.some((it) => it.id === filter.id) ? all : [...all, filter],
        );
        return created;
      },
    },
    forget() {
      filterCache.forget();
      ruleCache.forget();
    },
  };
}

function resourcesAt<Item extends { readonly id: string }>(
  calls: Calls,
  path: readonly string[],
  decode: Decoder<Item>,
) {
  const pathTo = (zone: string, ...id: readonly string[]) => pathOf("zones", zone, ...path, ...id);
  const cache = new CollectionCache<string, Item>((zone) =>
    allPages((query, page) => calls.read(pathTo(zone), page, query), shapes.list(decode)),
  );
  return [cache, collectionOf(calls, cache, pathTo, { decode, inLists: true })] as const;
}
