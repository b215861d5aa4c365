import { type Calls, orNone } from "./calls.ts";
import { only } from "./filters.ts";
import type { Fields, RemoteRule } from "./shapes.ts";
import * as shapes from "./shapes.ts";
import type { ZoneLists } from "./zone-lists.ts";

export interface Rules {
  /** Read once; `listAgain` reads it anew. */
  list(zone: string): Promise<readonly RemoteRule[]>;
  listAgain(zone: string): Promise<readonly RemoteRule[]>;
  /** As it is now; undefined when there is none of that identifier. */
  get(zone: string, id: string): Promise<RemoteRule | undefined>;
  /** With a filter by its `id`, or one inline, which the service makes first. */
  create(zone: string, rule: Fields): Promise<RemoteRule>;
  /** Replaces the whole rule: what is left out is cleared. */
  update(zone: string, id: string, rule: Fields): Promise<RemoteRule>;
  /** The filter stays. */
  remove(zone: string, id: string): Promise<void>;
}

/** The client's own methods send another shape of action than the service takes, so its plain ones are used to write. */
export function rulesOf(calls: Calls, known: ZoneLists): Rules {
  const { rules } = calls.sdk.firewall;
  const path = (zone: string, id = "") =>
    `/zones/${encodeURIComponent(zone)}/firewall/rules${id && `/${encodeURIComponent(id)}`}`;
  const result = (answer: unknown) => shapes.fields(answer).result;
  return {
    list: (zone) => known.rules.list(zone),
    listAgain: (zone) => known.rules.again(zone),
    get: (zone, id) =>
      orNone(
        calls.read(
          () => calls.sdk.get(path(zone, id)),
          (answer) => shapes.withId(id, shapes.rule)(result(answer)),
        ),
      ),
    create: async (zone, rule) => {
      const created = await known.rules.add(zone, () =>
        calls.write(
          () => calls.sdk.post(path(zone), { body: [rule] }),
          (answer) => only(shapes.list(shapes.rule)(result(answer))),
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
    remove: (zone, id) =>
      known.rules.remove(zone, id, () =>
        calls.write(() => rules.delete(id, { zone_id: zone }), shapes.anything),
      ),
  };
}
