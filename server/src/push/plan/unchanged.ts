import { PushError } from "../push-error.ts";
import { canonical, type Settings } from "./settings.ts";

/**
 * A plan is made from lists that were read once, and somebody may have taken their time to agree to it. Before something is
 * written over, the service must still have what the plan shows.
 */
export function requireUnchanged<Resource>(
  what: string,
  planned: Resource,
  now: Resource | undefined,
  settings: (resource: Resource) => Settings,
): void {
  const advice = "Nothing was sent. Try again to see what would change now.";
  if (now === undefined) throw new PushError(`The ${what} no longer exists. ${advice}`);
  if (canonical(settings(now)) === canonical(settings(planned))) return;
  throw new PushError(`The ${what} has changed on the service since it was compared. ${advice}`);
}
