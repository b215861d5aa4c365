import { eachString } from "../masking/variables.ts";
import type { Plan } from "./plan.ts";
import type { Change, Settings } from "./settings.ts";

/** A plan without secrets, because a client may log it. */
export function publicPlan(plan: Plan, hide: (text: string) => string): Plan {
  const { changes, current, next, parts } = plan;
  return {
    ...(eachString(plan, hide) as Plan),
    changes: changes.map((it) => publicChange(it, hide)),
    ...(current && { current: publicSettings(current, hide) }),
    ...(next && { next: publicSettings(next, hide) }),
    ...(parts && { parts: parts.map((it) => publicPlan(it, hide)) }),
  };
}

function publicSettings(settings: Settings, hide: (text: string) => string): Settings {
  const rows = Object.entries(settings).map(([name, it]) => [name, publicValue(name, it, hide)]);
  return Object.fromEntries(rows);
}

function publicChange({ name, before, after }: Change, hide: (text: string) => string): Change {
  return { name, before: publicValue(name, before, hide), after: publicValue(name, after, hide) };
}

/** The destination is shown without its secrets, and redacted elsewhere. */
function publicValue(name: string, value: unknown, hide: (text: string) => string): unknown {
  return name === "destination_conf" ? value : eachString(value, hide);
}
