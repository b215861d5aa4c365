import { eachString } from "../../../push/masking/variables.ts";
import type { Plan } from "../../../push/plan/plan.ts";
import type { Change } from "../../../push/plan/settings.ts";

/** A plan without secrets, because a client may log it. */
export function publicPlan(plan: Plan, hide: (text: string) => string): Plan {
  const shown = eachString(plan, hide) as Plan;
  return { ...shown, changes: plan.changes.map((it) => publicChange(it, hide)) };
}

function publicChange({ name, before, after }: Change, hide: (text: string) => string): Change {
  // The destination is shown without its secrets, and redacted elsewhere.
  const shown = (value: unknown) => (name === "destination_conf" ? value : eachString(value, hide));
  return { name, before: shown(before), after: shown(after) };
}
