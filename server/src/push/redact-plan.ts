import type { Secrets } from "../api/redaction.ts";
import { isJob } from "../languages.ts";
import { eachString, secretsIn } from "./masking/variables.ts";
import type { Plan } from "./plan/plan.ts";
import type { Settings } from "./plan/settings.ts";
import type { Session } from "./session/session.ts";

/** A job on the service may have a value that a file used before, from any variable. */
export function oldValues(path: string, { env, files }: Session): Secrets {
  return secretsIn(env, isJob(path) ? files.read(path) : undefined);
}

/** `remote` is the side of a change that the service has. */
export function redactPlan(
  plan: Plan,
  session: Session,
  remote: "before" | "after" = "before",
): Plan {
  const hidden = secretsIn(session.env);
  const old = oldValues(plan.path, session);
  const hide = (text: string) => hidden.hide(text);
  const hideOld = (text: string) => old.hide(text);
  const changes = plan.changes.map((it) => ({ ...it, [remote]: eachString(it[remote], hideOld) }));
  const shownIn = (settings: Settings) => eachString(settings, hideOld) as Settings;
  return {
    ...plan,
    title: hideOld(plan.title),
    ...(plan.about !== undefined && { about: hideOld(plan.about) }),
    changes,
    notes: plan.notes.map(hide),
    ...(plan.current && { current: shownIn(plan.current) }),
    ...(plan.next && { next: shownIn(plan.next) }),
    ...(plan.parts && { parts: plan.parts.map((it) => redactPlan(it, session)) }),
    ...(plan.meaning !== undefined && { meaning: hide(plan.meaning) }),
    ...(plan.effects && { effects: plan.effects.map(hide) }),
    ...(plan.warning !== undefined && { warning: hide(plan.warning) }),
  };
}
