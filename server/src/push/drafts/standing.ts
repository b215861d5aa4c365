import { isFilter, ruleActions } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import type { Settings } from "../plan/settings.ts";
import { isAsPushed } from "../plan/since.ts";
import { Refusal } from "../refusal.ts";
import { homesOf, isAt } from "../session/place.ts";
import type { Desk } from "../session/session.ts";
import { isHalfWayState } from "../session/slot.ts";
import { draftSettings, readFilter, readJob } from "./job.ts";
import { draftRuleSettings, draftWith, readRuleFile } from "./rule.ts";

/** What can be said of a file without asking the service: whether it says what was pushed last. */
export type FileStanding = "never-pushed" | "in-sync" | "changed" | "half-way" | "unknown";

/** `path` is the file that the lock knows: of a filter that a job names, the job's. */
export function fileStanding(path: string, desk: Desk): FileStanding {
  const entry = knownEntry(path, desk);
  if (!entry) return "never-pushed";
  if (isHalfWayState(entry.state)) return "half-way";
  if (entry.hash === undefined) return "unknown";
  const read = readSettings(path, desk, entry, undefined);
  if (!read) return "changed";
  if (read.possible.some((it) => isAsPushed(entry, it))) return "in-sync";
  return read.isWhole ? "changed" : "unknown";
}

/** What the lock says of a file, if it counts under the profile. A lock that cannot be read says nothing. */
export function knownEntry(path: string, { lock, place }: Desk): LockEntry | undefined {
  try {
    const entry = lock.entry(path, place.profile);
    return entry && homesOf(place).some((it) => isAt(entry, it)) ? entry : undefined;
  } catch (error) {
    if (error instanceof LockError) return undefined;
    throw error;
  }
}

export interface ReadSettings {
  /** What the file may say: more than one when it leaves the action open. */
  readonly possible: readonly Settings[];
  /** Every variable could be filled in. */
  readonly isWhole: boolean;
}

/** Undefined for a file with errors, which cannot be what was pushed. `action` is that of the rule, where it is known. */
export function readSettings(
  path: string,
  desk: Desk,
  entry: LockEntry,
  action: string | undefined,
): ReadSettings | undefined {
  try {
    if (entry.target !== "jobs") return ruleSettings(path, desk, action);
    if (isFilter(path)) return filterSettings(path, desk);
    const draft = readJob(path, desk);
    return { possible: [draftSettings(draft)], isWhole: draft.missing.length === 0 };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A filter that was pushed to a job by its own file. Its dataset was judged then. */
function filterSettings(path: string, desk: Desk): ReadSettings {
  const [dataset = ""] = desk.contextFor(path).datasets;
  const filter = readFilter(path, desk.files.read(path) ?? "", dataset, desk);
  return { possible: [draftSettings({ fields: {}, filter })], isWhole: true };
}

function ruleSettings(path: string, desk: Desk, known: string | undefined): ReadSettings {
  const { place } = desk;
  const file = readRuleFile(path, desk);
  const named = file.directives.text("action") ?? known;
  const actions = named === undefined ? ruleActions[place.rulesTarget] : [named];
  const possible = actions.flatMap((it): Settings[] => {
    try {
      return [draftRuleSettings(draftWith(it, file, place))];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
  return { possible, isWhole: true };
}
