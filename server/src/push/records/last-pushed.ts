import { jobSettings } from "../drafts/job.ts";
import type { Plan, Undo } from "../plan/plan.ts";
import { hasHash, type Settings } from "../plan/settings.ts";
import { rulesetSettings } from "../rules/ruleset-work.ts";
import { ruleSettings } from "../rules/work.ts";
import type { Session } from "../session/session.ts";
import { readRecord } from "./records.ts";

/**
 * The settings that the last push of a file left, from its record. Settings that are not stored have the values that the
 * service has now. Undefined if that is not what the lock file says: another clone, or the file of the job's filter, may
 * have pushed since.
 */
export function lastPushed(
  { path, current, last }: Pick<Plan, "path" | "current" | "last">,
  session: Session,
): Settings | undefined {
  if (last) return last();
  const { undo } = readRecord(path, session) ?? {};
  const left = undo && leftBy(undo);
  if (!left) return undefined;
  const settings = { ...current, ...left };
  const { fields = [], hash = "" } = session.lock.entry(path, session.place.profile) ?? {};
  return hasHash(settings, fields, hash) ? settings : undefined;
}

function leftBy(undo: Undo): Settings | undefined {
  switch (undo.kind) {
    case "job":
      return jobSettings(undo.after);
    case "job-filters":
      return undefined;
    case "rule":
      return undo.after && ruleSettings(undo.after);
    case "ruleset-rule":
      return undo.after && rulesetSettings(undo.after);
  }
}
