import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import type { Planned, PlanResult } from "../plan/plan.ts";
import { canonical, hashOf, type Settings } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { isHalfWayState, LockSlot } from "../session/lock-slot.ts";
import type { Session } from "../session/session.ts";

/** Advice when the service has another state than the push left. */
export const compareFirst = "Compare the file with the service first.";

/** A resource of a push: as it was before and after it, and as it is now. */
export interface PushedResource<Resource> {
  /** As in "rule 'Office logins'". */
  readonly what: string;
  readonly now: Resource | undefined;
  readonly before: Resource | undefined;
  readonly after: Resource;
  /** Everything that the push may have set. */
  readonly settings: (resource: Resource) => Settings;
  /** The settings that the undo restores. */
  readonly restored: (resource: Resource) => Settings;
}

/**
 * Whether the push is still to be undone. Not if an interrupted undo has done it: then only the lock entry may be left. Throws
 * if the resource has changed since the push.
 */
export function isLeft<Resource>(it: PushedResource<Resource>): boolean {
  const { what, now, before, after, settings, restored } = it;
  if (!now) {
    if (!before) return false;
    throw new PushError(`The ${what} no longer exists, so it was not reverted. ${compareFirst}`);
  }
  if (canonical(settings(now)) === canonical(settings(after))) return true;
  if (before && canonical(restored(now)) === canonical(restored(before))) return false;
  throw new PushError(
    `The ${what} has changed on the service since that push, so it was not reverted. ${compareFirst}`,
  );
}

/** The lock entry of the file must still have the same resource. */
export function slotOf(
  path: string,
  session: Session,
  location: LockSlot["location"],
  ids: Pick<LockEntry, "job" | "rule">,
): LockSlot {
  const slot = new LockSlot(session, path, location);
  const { job, rule } = slot.entry ?? {};
  if (job === ids.job && rule === ids.rule) return slot;
  throw new PushError(`'${path}' now refers to another resource, so that push was not undone.`);
}

/** Changes the title of a plan, and restores the lock entry from before the push. */
export function restoring(
  { plan, run }: Planned,
  title: string,
  slot: LockSlot,
  entry: LockEntry | undefined,
  settings: () => Settings,
): Planned {
  return {
    plan: { ...plan, title, notes: [], since: undefined },
    async run() {
      const { ids } = await run();
      const drifted = restore(slot, entry, settings());
      return { ids, message: "Restored the state from before the push.", ...drifted };
    },
  };
}

/** Nothing is sent: the resource is as it was before the push. */
export function alreadyUndone(path: string, message: string, finish: () => Restored): Planned {
  return {
    plan: { path, title: message, outcome: "unchanged", changes: [], notes: [] },
    async run() {
      return { ids: {}, message, ...finish() };
    },
  };
}

type Restored = Pick<PlanResult, "drifted"> | undefined;

/**
 * Uses the current IDs: a filter may have been created again. A change on the service that the push had overwritten is one
 * again, because the hash comes from the push before it. After an interrupted push, no hash tells what the service had.
 */
export function restore(
  slot: LockSlot,
  before: LockEntry | undefined,
  settings: Settings,
): Restored {
  const { entry } = slot;
  if (!before || !entry) {
    slot.remove();
    return undefined;
  }
  const { fields: _fields, hash: _hash, position: _position, ...ids } = entry;
  const { fields, hash, position, state } = before;
  const isKnown = hash !== undefined && !isHalfWayState(state);
  const now = fields && hashOf(settings, fields);
  const known = fields && { fields, hash: isKnown ? hash : now };
  slot.set({ ...ids, ...(position !== undefined && { position }), ...known, state: done });
  return isKnown && now !== undefined && now !== hash ? { drifted: true } : undefined;
}
