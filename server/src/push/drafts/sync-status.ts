import { valueUnless } from "../../core/errors.ts";
import { isFilter, ruleActions } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import { isAsPushed } from "../plan/changed-since-push.ts";
import type { Settings } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { isHalfWayState } from "../session/lock-slot.ts";
import { isAt, locationsOf } from "../session/place.ts";
import type { OfflineSession } from "../session/session.ts";
import { draftSettings, openSettings, readFilter, readJob } from "./job.ts";
import { draftRuleSettings, draftWith, readRuleFile } from "./rule.ts";

/** Whether a file matches the last push, as far as it is known without a request. */
export type SyncStatus = "never-pushed" | "in-sync" | "changed" | "half-way" | "unknown";

/** `path` is the file of the lock entry: the job's file for a filter that a job names. */
export function syncStatus(path: string, offline: OfflineSession): SyncStatus {
  const entry = knownEntry(path, offline);
  if (!entry) return "never-pushed";
  if (isHalfWayState(entry.state)) return "half-way";
  if (entry.hash === undefined) return "unknown";
  const read = readSettings(path, offline, entry, undefined);
  if (!read) return "changed";
  if (read.possible.some((it) => isAsPushed(entry, it))) return "in-sync";
  return read.isWhole ? "changed" : "unknown";
}

/** The lock entry of a file, if it applies under the profile. An unreadable lock file is treated as empty. */
export function knownEntry(path: string, { lock, place }: OfflineSession): LockEntry | undefined {
  const entry = valueUnless(LockError, () => lock.entry(path, place.profile));
  return entry && locationsOf(place).some((it) => isAt(entry, it)) ? entry : undefined;
}

export interface ReadSettings {
  /** The possible settings of the file: more than one when it has no action. */
  readonly possible: readonly Settings[];
  /** Whether all variables are set. */
  readonly isWhole: boolean;
  /** The settings whose variables are not set. */
  readonly open?: ReadonlySet<string>;
}

/** Undefined for a file with errors, which cannot have been pushed. `action` is the action of the rule, if known. */
export function readSettings(
  path: string,
  offline: OfflineSession,
  entry: LockEntry,
  action: string | undefined,
): ReadSettings | undefined {
  const read = () => {
    if (entry.target !== "jobs") return ruleSettings(path, offline, action);
    if (isFilter(path)) return filterSettings(path, offline);
    const draft = readJob(path, offline);
    const isWhole = draft.missing.length === 0;
    return { possible: [draftSettings(draft)], isWhole, open: openSettings(draft) };
  };
  return valueUnless(PushError, read);
}

/** A filter that its own file pushed to a job. Its dataset was checked by that push. */
function filterSettings(path: string, offline: OfflineSession): ReadSettings {
  const [dataset = ""] = offline.contextFor(path).datasets;
  const filter = readFilter(path, offline.files.read(path) ?? "", dataset, offline);
  return { possible: [draftSettings({ fields: {}, filter })], isWhole: true };
}

function ruleSettings(
  path: string,
  offline: OfflineSession,
  known: string | undefined,
): ReadSettings {
  const { place } = offline;
  const file = readRuleFile(path, offline);
  const named = file.directives.text("action") ?? known;
  const actions = named === undefined ? ruleActions[place.rulesTarget] : [named];
  const settingsWith = (action: string) => draftRuleSettings(draftWith(action, file, place));
  const drafts = actions.map((it) => valueUnless(PushError, () => settingsWith(it)));
  return { possible: drafts.filter((it) => it !== undefined), isWhole: true };
}
