import type { RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import { languageFor } from "../../languages.ts";
import { readZone, usersOf } from "../rules/work.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { freshPath } from "./fresh-path.ts";
import { ruleText } from "./text.ts";

/** Rule filters that no rule uses, each with its display path. Pulls write nothing there. */
export function loneFilters(
  rules: readonly RemoteRule[],
  filters: readonly RemoteFilter[],
  session: Session,
): ReadonlyMap<string, RemoteFilter> {
  const taken = new Set<string>();
  const rows = filters
    .filter(({ id }) => usersOf(id, rules).length === 0)
    .map((filter) => {
      const { id, description, expression } = filter;
      const name = description || expression;
      const [extension] = languageFor("rule").extensions;
      const place = { folder: "filters", extension, name, id: id.slice(0, 8) };
      return [freshPath(place, session, taken), filter] as const;
    });
  return new Map(rows);
}

/** The filter that a push of the file left without a rule, or that has this display path; empty when there is none. */
export async function loneFilterText(path: string, session: Session): Promise<string> {
  const { zone, rulesTarget } = session.place;
  if (zone === undefined || rulesTarget !== "firewall-rules") return "";
  const { rules, filters } = await readZone(zone, session);
  const { entry } = new LockSlot(
    session,
    path,
    locationOf(session.place, rulesTarget, { zone_id: zone }),
  );
  const lone = loneFilters(rules, filters, session);
  const filter = [...lone.values()].find((it) => it.id === entry?.filter) ?? lone.get(path);
  if (!filter) return "";
  const text = ruleText(path, session.files.read(path) ?? "", new Map(), filter.expression);
  return `# This filter exists on the service, but no rule uses it.\n${text}`;
}
