import { isFilter } from "../languages.ts";
import { knownEntry, syncStatus } from "../push/drafts/sync-status.ts";
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

function withRemoteStatus(
  path: string,
  { offline }: FileSession,
  { remoteStatus }: ServerState,
): FileStatus {
  const at = [offline.lock.path, offline.place.profile, path] as const;
  const status = syncStatus(path, offline);
  if (status === "half-way") return remoteStatus.isRunning(...at) ? "running" : status;
  const entry = knownEntry(path, offline);
  const remote = entry && remoteStatus.of(...at, entry);
  if (remote === undefined) return status;
  if (remote === "missing") return remote;
  return status === "in-sync" ? "drifted" : "both";
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
