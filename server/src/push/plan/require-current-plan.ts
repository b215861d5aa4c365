import { PushError } from "../push-error.ts";
import { canonical, type Settings } from "./settings.ts";

/**
 * The plan is based on lists read earlier, and confirmation may take a while. Before anything is overwritten, the service must
 * still have the state shown in the plan.
 */
export function requireCurrentPlan<Resource>(
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
