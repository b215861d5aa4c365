import { resolve } from "node:path";
import { isFilter, languages } from "../../languages.ts";
import { deleteResources } from "../../push/delete.ts";
import { type Managed, orphanResults, unmanagedResults } from "../../push/drift.ts";
import type { Plan, Result } from "../../push/plan/plan.ts";
import type { PushOptions } from "../../push/push.ts";
import type { Session } from "../../push/session/session.ts";
import { alternatives } from "../../text/wording.ts";
import { isFolder } from "../../workspace/files/file-status.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { lockName } from "../../workspace/lock/lock.ts";
import { LockError } from "../../workspace/lock/lock-file.ts";
import type { Io } from "../io.ts";
import type { PushRun } from "./push-run.ts";
import type { WorkspacePart } from "./sessions.ts";

/** Resources without a file, found by a run over whole folders. */

/** The folders among the arguments; the working folder if there are no arguments. Absolute, with `/`. */
export function foldersIn(paths: readonly string[], io: Io): string[] {
  return (paths.length > 0 ? paths : ["."])
    .map((it) => withForwardSlashes(resolve(io.cwd, it)))
    .filter(isFolder);
}

/** The drift that `diff` reports. Unmanaged resources are reported only for whole workspaces. */
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

/** A run that compared nothing is a failure: it must not look like one without differences. */
export async function refuseNothing(run: PushRun, folder: string): Promise<void> {
  if (run.signal.aborted || run.results.some((it) => isEvidence(it))) return;
  run.sessions.couldNotRun = true;
  const work = await run.sessions.sessionFor(`${folder}/.`);
  const unused = run.results.some((it) => it.outcome === "skipped" && isFilter(it.path));
  const found = unused ? "no job uses the filters here" : `there is no ${fileTypes} file here`;
  const why = "refusal" in work ? work.refusal : `${found}. Files of other types are not compared.`;
  run.add(run.sessions.failed(".", `Nothing was compared: ${why}`));
}

const fileTypes = alternatives(languages.flatMap((it) => it.extensions));

function isEvidence({ outcome, drift }: Result): boolean {
  return outcome !== "skipped" || drift === "orphaned";
}

export interface PruneOptions {
  /** The resources of the files in this run. */
  readonly managed: Managed;
  readonly prune: boolean;
  readonly options: PushOptions;
  /** The session that is used instead, in a dry run. */
  at(session: Session): Session;
  /** Whether anything in this run failed. */
  hasFailed(): boolean;
  /** Called for a deletion in a dry run, with a path relative to the working folder. */
  planned?(path: string, session: Session, plan: Plan): void;
}

/** Reports deleted files for `push --all`, and deletes their resources with `--prune`. */
export async function addOrphans(
  run: PushRun,
  folders: readonly string[],
  { managed, prune, options, at, hasFailed, planned }: PruneOptions,
): Promise<void> {
  for (const { session, below, shown } of await partsOf(run, folders, managed)) {
    for (const it of orphanResults(below, at(session), managed)) {
      const left: Result = { ...it, path: shown(it.path) };
      if (!prune) run.add(left);
      // The orphan may have been renamed to a file that failed.
      else if (hasFailed()) run.add({ ...left, message: notPruned, refused: true });
      else {
        const result = await deleteResources(it.path, at(session), options);
        if (result.plan) planned?.(left.path, session, result.plan);
        run.add({ ...result, path: left.path });
      }
    }
  }
}

/** The folders of a session in which `--prune` looks for deleted files. */
export async function prunedIn(
  run: PushRun,
  folders: readonly string[],
  session: Session,
): Promise<readonly string[]> {
  const parts = await run.sessions.partsBelow(folders);
  return parts.filter((it) => it.session === session).map((it) => it.below);
}

const notPruned = "Not deleted, because another file failed. Fix that, then prune again.";

async function partsOf(
  run: PushRun,
  folders: readonly string[],
  managed: Managed,
): Promise<WorkspacePart[]> {
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
