import { eachString } from "../../../push/masking/variables.ts";
import type { Plan } from "../../../push/plan/plan.ts";
import type { Change } from "../../../push/plan/settings.ts";

/** A plan as it may leave this process. A client may write down what it gets, so no secret is in it. */
export function publicPlan(plan: Plan, hide: (text: string) => string): Plan {
  const shown = eachString(plan, hide) as Plan;
  return { ...shown, changes: plan.changes.map((it) => publicChange(it, hide)) };
}

function publicChange({ name, before, after }: Change, hide: (text: string) => string): Change {
  // It is shown where it leads to, and the whole of it is among what is hidden elsewhere.
  const shown = (value: unknown) => (name === "destination_conf" ? value : eachString(value, hide));
  return { name, before: shown(before), after: shown(after) };
}
