import { statSync } from "node:fs";
import { resolve } from "node:path";
import { remove } from "../../push/delete.ts";
import { type Managed, orphanResults, unmanagedResults } from "../../push/drift.ts";
import type { Result } from "../../push/plan/plan.ts";
import type { Session } from "../../push/session/session.ts";
import { slashed } from "../../workspace/files/paths.ts";
import { lockName } from "../../workspace/lock/lock.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import type { Io } from "../io.ts";
import type { PushRun } from "./push-run.ts";
import type { Part } from "./sessions.ts";

/** What a run over whole folders finds beside their files: what has none. */

/** The folders among the arguments; without any it is the working folder. Absolute, with `/`. */
export function foldersIn(paths: readonly string[], io: Io): string[] {
  return (paths.length > 0 ? paths : ["."])
    .map((it) => slashed(resolve(io.cwd, it)))
    .filter((it) => statSync(it, { throwIfNoEntry: false })?.isDirectory() === true);
}

/** What `diff` says. What nobody can know from a part of a workspace is not said of a part. */
export async function addDrift(
  run: PushRun,
  folders: readonly string[],
  managed: Managed,
): Promise<void> {
  for (const { session, below, shown } of await partsOf(run, folders, managed)) {
    for (const it of orphanResults(below, session, managed))
      run.add({ ...it, path: shown(it.path) });
    if (below !== "" || run.signal.aborted) continue;
    run.progress("Looking for resources without a file");
    for (const it of await unmanagedResults(session, managed)) run.add(it);
  }
}

export interface PruneOptions {
  /** What the files of this run stand for. A dry run does not note in the lock that one of them was renamed. */
  readonly managed: Managed;
  readonly prune: boolean;
  readonly dryRun: boolean;
  /** Something of this run did not go well. */
  hasFailed(): boolean;
}

/** What `push --all` says of files that are gone, and with `--prune` deletes on the service. */
export async function addOrphans(
  run: PushRun,
  folders: readonly string[],
  { managed, prune, dryRun, hasFailed }: PruneOptions,
): Promise<void> {
  for (const { session, below, shown } of await partsOf(run, folders, managed)) {
    for (const it of orphanResults(below, session, managed)) {
      const left: Result = { ...it, path: shown(it.path) };
      if (!prune) run.add(left);
      // A file that could not be pushed may be the one that was renamed.
      else if (hasFailed()) run.add({ ...left, message: notPruned, refused: true });
      else run.add({ ...(await remove(it.path, session, { dryRun })), path: shown(it.path) });
    }
  }
}

const notPruned = "Not deleted, because another file failed. Fix that, then prune again.";

async function partsOf(
  run: PushRun,
  folders: readonly string[],
  managed: Managed,
): Promise<Part[]> {
  const parts = await run.sessions.partsBelow(folders);
  return parts.filter(({ session, shown }) => {
    try {
      managed.addLocked(session);
      return true;
    } catch (error) {
      if (!(error instanceof LockError)) throw error;
      run.add({ ...unread(error, session), path: shown(lockName) });
      return false;
    }
  });
}

function unread({ message }: LockError, { place }: Session): Result {
  const { profile } = place;
  return { path: lockName, profile, outcome: "failed", ids: {}, message, refused: true };
}
