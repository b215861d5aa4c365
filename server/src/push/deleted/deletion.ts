import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import { readSettings } from "../drafts/sync-status.ts";
import { deletedChange } from "../plan/changed-since-push.ts";
import type { Ids, Overwrite, PlanDraft, PlanResult } from "../plan/plan.ts";
import { type Settings, stateOf } from "../plan/settings.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { Session } from "../session/session.ts";

/** The common part of deletion plans. `remote` is the state on the service; undefined when the resource no longer exists. */
export function deletionPlan(
  slot: LockSlot,
  title: string,
  remote: Settings | undefined,
  session: Session,
): PlanDraft {
  const overwrites = remote && lostWith(slot, remote, session);
  return {
    path: slot.path,
    title,
    outcome: "deleted",
    changes: [],
    ...(remote && { current: remote, basis: stateOf(remote) }),
    notes: [
      ...(slot.entry?.state === done ? [] : ["The last push of this file did not finish."]),
      ...(overwrites ? [`${overwrites.reason} ${overwrites.effect}`] : []),
    ],
    ...(overwrites && { overwrites }),
  };
}

function lostWith(
  { entry, path }: LockSlot,
  remote: Settings,
  session: Session,
): Overwrite | undefined {
  if (!entry) return undefined;
  const action = typeof remote.action === "string" ? remote.action : undefined;
  const local = readSettings(path, session, entry, action);
  return deletedChange(entry, local?.possible ?? [], remote);
}

export function deletedIds({ rule, filter }: LockEntry): Ids {
  return {
    ...(rule === undefined ? undefined : { rule }),
    ...(filter === undefined ? undefined : { filter }),
  };
}

export function deletionDone(wasThere: boolean, ids: Ids): PlanResult {
  return {
    ids,
    message: wasThere ? "Deleted from the service." : "Already deleted from the service.",
  };
}
