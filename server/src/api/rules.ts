import { allPages, type Calls } from "./calls.ts";
import { only } from "./filters.ts";
import type { Fields, RemoteRule } from "./shapes.ts";
import * as shapes from "./shapes.ts";

export interface Rules {
  list(zone: string): Promise<RemoteRule[]>;
  /** With a filter by its `id`, or one inline, which the service makes first. */
  create(zone: string, rule: Fields): Promise<RemoteRule>;
  /** Replaces the whole rule: what is left out is cleared. */
  update(zone: string, id: string, rule: Fields): Promise<RemoteRule>;
  /** The filter stays. */
  remove(zone: string, id: string): Promise<void>;
}

/** The client's own methods send another shape of action than the service takes, so its plain ones are used to write. */
export function rulesOf(calls: Calls): Rules {
  const { rules } = calls.sdk.firewall;
  const path = (zone: string, id = "") =>
    `/zones/${encodeURIComponent(zone)}/firewall/rules${id && `/${encodeURIComponent(id)}`}`;
  const result = (answer: unknown) => shapes.fields(answer).result;
  return {
    list: (zone_id) =>
      allPages(calls, (query) => rules.list({ zone_id, ...query }), shapes.list(shapes.rule)),
    create: (zone, rule) =>
      calls.write(
        () => calls.sdk.post(path(zone), { body: [rule] }),
        (answer) => only(shapes.list(shapes.rule)(result(answer))),
      ),
    update: (zone, id, rule) =>
      calls.write(
        () => calls.sdk.put(path(zone, id), { body: { ...rule, id } }),
        (answer) => shapes.rule(result(answer)),
      ),
    remove: (zone_id, id) => calls.write(() => rules.delete(id, { zone_id }), shapes.anything),
  };
}
