import { type Calls, pathOf, undefinedIfNotFound } from "./calls.ts";
import { singleItem } from "./filters.ts";
import type { Fields, RemoteRule } from "./shapes.ts";
import * as shapes from "./shapes.ts";
import type { ZoneLists } from "./zone-lists.ts";

export interface Rules {
  /** Cached; `listAgain` bypasses the cache. */
  list(zone: string): Promise<readonly RemoteRule[]>;
  listAgain(zone: string): Promise<readonly RemoteRule[]>;
  /** Not cached; undefined when the identifier is unknown. */
  get(zone: string, id: string): Promise<RemoteRule | undefined>;
  /** References a filter by `id`, or contains one inline, which the service creates first. */
  create(zone: string, rule: Fields): Promise<RemoteRule>;
  /** Replaces the whole rule: omitted properties are cleared. */
  update(zone: string, id: string, rule: Fields): Promise<RemoteRule>;
  /** Keeps the filter. */
  delete(zone: string, id: string): Promise<void>;
}

export function rulesOf({ read, write }: Calls, known: ZoneLists): Rules {
  const pathTo = (zone: string, ...id: readonly string[]) =>
    pathOf("zones", zone, "firewall", "rules", ...id);
  return {
    list: (zone) => known.rules.list(zone),
    listAgain: (zone) => known.rules.again(zone),
    get: (zone, id) => undefinedIfNotFound(read(pathTo(zone, id), shapes.withId(id, shapes.rule))),
    create: async (zone, rule) => {
      const created = await known.rules.add(zone, () =>
        write({ method: "POST", path: pathTo(zone), body: [rule] }, (result) =>
          singleItem(shapes.list(shapes.rule)(result)),
        ),
      );
      const { filter } = created;
      known.filters.amend(zone, (filters) =>
        filters.some((it) => it.id === filter.id) ? filters : [...filters, filter],
      );
      return created;
    },
    update: (zone, id, rule) =>
      known.rules.change(zone, id, () =>
        write({ method: "PUT", path: pathTo(zone, id), body: { ...rule, id } }, shapes.rule),
      ),
    delete: (zone, id) =>
      known.rules.delete(zone, id, () =>
        write({ method: "DELETE", path: pathTo(zone, id) }, shapes.anything),
      ),
  };
}
