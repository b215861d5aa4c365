import { type Calls, undefinedIfNotFound } from "./calls.ts";
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

/** The client's methods send actions in a shape that the service does not accept, so writes use its plain calls. */
export function rulesOf(calls: Calls, known: ZoneLists): Rules {
  const { rules } = calls.sdk.firewall;
  const path = (zone: string, id = "") =>
    `/zones/${encodeURIComponent(zone)}/firewall/rules${id && `/${encodeURIComponent(id)}`}`;
  const result = (answer: unknown) => shapes.fields(answer).result;
  return {
    list: (zone) => known.rules.list(zone),
    listAgain: (zone) => known.rules.again(zone),
    get: (zone, id) =>
      undefinedIfNotFound(
        calls.read(
          () => calls.sdk.get(path(zone, id)),
          (answer) => shapes.withId(id, shapes.rule)(result(answer)),
        ),
      ),
    create: async (zone, rule) => {
      const created = await known.rules.add(zone, () =>
        calls.write(
          () => calls.sdk.post(path(zone), { body: [rule] }),
          (answer) => singleItem(shapes.list(shapes.rule)(result(answer))),
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
        calls.write(
          () => calls.sdk.put(path(zone, id), { body: { ...rule, id } }),
          (answer) => shapes.rule(result(answer)),
        ),
      ),
    delete: (zone, id) =>
      known.rules.delete(zone, id, () =>
        calls.write(() => rules.delete(id, { zone_id: zone }), shapes.anything),
      ),
  };
}
