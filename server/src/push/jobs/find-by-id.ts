import type { RemoteJob, Scope } from "../../api/shapes.ts";
import { isAt, locationsOf, scopesOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";

/** The job with an ID, in the zone or the account of the profile. */
export async function jobById(
  id: string,
  { place, service }: Session,
): Promise<{ readonly job: RemoteJob; readonly scope: Scope } | undefined> {
  for (const scope of scopesOf(place)) {
    const all = /^\d{1,15}$/.test(id) ? await service.jobs.list(scope) : [];
    const job = all.find((it) => String(it.id) === id);
    if (job) return { job, scope };
  }
  return undefined;
}

/** The file of a resource, by any of its IDs. It may no longer exist. */
export function ownerOf(id: string, { lock, place }: Session): string | undefined {
  const owner = lock
    .entries(place.profile)
    .find(
      ([, it]) =>
        locationsOf(place).some((location) => isAt(it, location)) &&
        [it.job, it.rule, it.filter, it.old].some((known) => String(known) === id),
    );
  return owner?.[0];
}
