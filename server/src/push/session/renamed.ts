import type { LockEntry } from "../../workspace/lock/lock.ts";
import { type LockSlot, otherEntries } from "./lock-slot.ts";
import type { Session } from "./session.ts";

export interface Resemblance {
  /** The resource has the content or the name of the file. */
  fits(entry: LockEntry): boolean;
  /** The locked resource as the service lists it. Throws when the list omits it. */
  listed(entry: LockEntry): Promise<unknown>;
  /** As in "rule". */
  readonly noun: string;
}

/**
 * A file without a lock entry may be renamed: there is an entry whose file no longer exists. The slot then takes over that
 * entry. Returns notes for the plan.
 */
export async function findRenamed(
  slot: LockSlot,
  session: Session,
  { fits, listed, noun }: Resemblance,
): Promise<string[]> {
  if (slot.entry) return [];
  const others = otherEntries(session, slot, () => true);
  // On a case-insensitive file system, the old path still leads to the file.
  const folded = fold(slot.path);
  const same = others.find(
    ([path]) => fold(path) === folded && session.files.spelled(path) === slot.path,
  );
  if (same) return takenOver(slot, same[0]);
  const orphans = others.filter(
    ([path]) => extensionOf(path) === extensionOf(slot.path) && !session.files.exists(path),
  );
  const alike = orphans.filter(([, entry]) => fits(entry));
  const sameName = orphans.filter(([path]) => nameOf(path) === nameOf(slot.path));
  const sure = alike.length > 0 ? alike : sameName;
  // A list that omits one has likely omitted all, so it proves nothing.
  if (sure.length !== 1 && orphans[0]) await listed(orphans[0][1]);
  const found = sure.length === 1 ? sure[0]?.[0] : await ask(slot, session, orphans, noun);
  if (found !== undefined) return takenOver(slot, found);
  const left = orphans.map(([path]) => `'${path}'`).join(", ");
  if (left === "") return [];
  return [
    `No file has the ${noun} that was pushed from ${left}; it is still on the service. This file is treated as a new ${noun}.`,
  ];
}

/** Equal for spellings that some file systems treat as the same, so that only those are looked up. */
function fold(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function takenOver(slot: LockSlot, from: string): string[] {
  slot.takeOver(from);
  return [`Renamed from '${from}'.`];
}

async function ask(
  slot: LockSlot,
  { conversation }: Session,
  orphans: readonly (readonly [path: string, entry: LockEntry])[],
  noun: string,
): Promise<string | undefined> {
  if (orphans.length === 0) return undefined;
  const paths = orphans.map(([path]) => path);
  const answer = await conversation.choose(
    `'${slot.path}' is new. These files no longer exist, but their ${noun}s are still on the service.`,
    [`New ${noun}`, ...paths.map((it) => `Renamed from '${it}'`)],
  );
  return answer ? paths[answer - 1] : undefined;
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf("."));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
