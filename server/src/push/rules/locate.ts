import type { LockEntry } from "../../workspace/lock/lock.ts";
import { findListed } from "../plan/listed.ts";
import { expressionKey } from "../plan/normal.ts";
import { hasHash, type Settings } from "../plan/settings.ts";
import { type LockSlot, otherEntries } from "../session/lock-slot.ts";
import { isAt, type ServiceLocation } from "../session/place.ts";
import { findRenamed } from "../session/renamed.ts";
import type { Session } from "../session/session.ts";
import { ruleName } from "./name.ts";

/** A rule on the service, of either target. */
export interface Candidate {
  readonly id: string;
  readonly settings: Settings;
}

export interface LocatedRuleId {
  readonly id: string | undefined;
  readonly notes: readonly string[];
  /** Found by its content; not created by a push from this folder. */
  readonly adopts?: boolean;
}

/**
 * Finds the rule for a file: the one in the lock file, or an equivalent one that no other file owns. `get` reads a locked rule.
 */
export async function locate(
  work: { readonly slot: LockSlot; readonly session: Session; readonly local: Settings },
  candidates: readonly Candidate[],
  get: (id: string, entry: LockEntry) => Promise<unknown>,
): Promise<LocatedRuleId> {
  const { slot, session, local } = work;
  const listedRule = (entry: LockEntry | undefined) =>
    findListed("rule", candidates, entry?.rule, async (id) => entry && get(id, entry));
  const notes = await findRenamed(slot, session, {
    noun: "rule",
    listed: listedRule,
    fits: (entry) =>
      (entry.hash !== undefined && hasHash(local, entry.fields ?? [], entry.hash)) ||
      candidates.some((it) => it.id === entry.rule && isAlike(it.settings, local)),
  });
  const known = slot.entry?.rule;
  if (await listedRule(slot.entry)) return { id: known, notes };
  const same = candidates.find(
    ({ id, settings }) =>
      isExpression(settings.expression, local.expression) &&
      settings.action === local.action &&
      !isOthers(id, slot, session),
  );
  if (same) {
    const found = `The rule ${ruleName(same.settings)} already exists.`;
    return { id: same.id, notes: [...notes, found], adopts: !slot.entry };
  }
  const deleted = known === undefined ? [] : ["The rule of the last push no longer exists."];
  return { id: undefined, notes: [...notes, ...deleted] };
}

/** Whether two expressions mean the same, however they are written. */
export function isExpression(one: unknown, other: unknown): boolean {
  return one === other || expressionKey(String(one)) === expressionKey(String(other));
}

function isAlike(settings: Settings, { expression, description, ref }: Settings): boolean {
  const isNamed =
    (description !== undefined && settings.description === description) ||
    (ref !== undefined && settings.ref === ref);
  return isNamed || isExpression(settings.expression, expression);
}

/** Whether another file owns the rule. */
export function isOthers(id: string, slot: LockSlot, session: Session): boolean {
  return otherEntries(session, slot, (it) => it.rule === id).some(([path]) =>
    session.files.exists(path),
  );
}

/** Remembers that a push created the filter of an entry, if only rules without a file use it from now on. */
export function keepFilter(
  { filter: id, shared }: Pick<LockEntry, "filter" | "shared">,
  slot: LockSlot,
  session: Session,
): void {
  if (id === undefined || shared === true) return;
  if (otherEntries(session, slot, (it) => it.filter === id).length === 0)
    session.lock.keepFilter(id);
}

/** Whether a push created the filter, for the rule of any file. */
export function isFilterOfFile(
  { lock, place }: Pick<Session, "lock" | "place">,
  location: ServiceLocation,
  id: string,
): boolean {
  const isCreated = (it: LockEntry) => it.old === id || (it.filter === id && it.shared !== true);
  return (
    lock.keptFilters().includes(id) ||
    lock.entries(place.profile).some(([, it]) => isAt(it, location) && isCreated(it))
  );
}
