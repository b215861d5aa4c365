import type { ResourceKind } from "../../core/analysis.ts";
import type { SyncStatus } from "../../push/drafts/sync-status.ts";

/** Whether a file matches the service, as far as it is known from the lock file, the text and the last listing. */
export type FileStatus = SyncStatus | "drifted" | "both" | "missing" | "running";

/** A file that differs from the service. */
export interface FileChange {
  readonly uri: string;
  readonly kind: ResourceKind;
  /** The last `weir.resources` read the state of the service. */
  readonly status: Exclude<FileStatus, "in-sync" | "unknown" | "running">;
  /** For a filter: the jobs that it is pushed with. It has their status. */
  readonly jobs?: readonly string[];
}
