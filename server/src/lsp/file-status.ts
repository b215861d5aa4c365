import { isFilter } from "../languages.ts";
import { knownEntry, syncStatus } from "../push/drafts/sync-status.ts";
import type { Lock, OfflineSession } from "../push/session/session.ts";
import { plainPath } from "../workspace/workspace.ts";
import type { FileSession } from "./file-session.ts";
import type { ServerState } from "./server-state.ts";
import type { FileStatus } from "./shapes/changes.ts";

/** A filter has the status of the jobs that use it. */
export function fileStatus(uri: string, found: FileSession, state: ServerState): FileStatus {
  const { path } = found;
  const users = jobsUsing(uri, found, state).map((it) => withRemoteStatus(it, found, state));
  if (users.length === 0) return withRemoteStatus(path, found, state);
  return worst.find((it) => users.includes(it)) ?? "unknown";
}

/** The jobs that name a filter as theirs, relative to the folder of the `weir.json`. */
export function jobsUsing(
  uri: string,
  { path, folder }: Pick<FileSession, "path" | "folder">,
  { index }: Pick<ServerState, "index">,
): readonly string[] {
  const root = plainPath(folder);
  const jobs = isFilter(path) ? index.below(folder)?.usersOf(plainPath(uri), root) : undefined;
  return (jobs ?? []).map((it) => it.slice(root.length + 1));
}

function withRemoteStatus(path: string, { offline }: FileSession, state: ServerState): FileStatus {
  const { lock, place } = offline;
  const status = syncStatus(path, offline);
  if (status === "half-way") return isRunning(path, offline, state) ? "running" : status;
  const entry = knownEntry(path, offline);
  const remote = entry && state.remoteStatus.of(lock.path, place.profile, path, entry);
  if (remote === undefined) return status;
  if (remote === "missing") return remote;
  return status === "in-sync" ? "drifted" : "both";
}

/** Whether a command of this server is changing the resource of the file: its push is not interrupted. */
export function isRunning(
  path: string,
  { lock, place }: Pick<OfflineSession, "lock" | "place">,
  { openLocks }: Pick<ServerState, "openLocks">,
): boolean {
  const isOf = (it: Lock) => it.path === lock.path && it.hasWritten(path, place.profile);
  return [...openLocks].some(isOf);
}

const worst: readonly FileStatus[] = [
  "half-way",
  "running",
  "missing",
  "both",
  "drifted",
  "changed",
  "unknown",
  "in-sync",
  "never-pushed",
];
