import type { Environment } from "../../api/credential.ts";
import type { Service } from "../../api/service.ts";
import type { FileContext } from "../../languages.ts";
import type { LockFile } from "../../workspace/lock/lock-file.ts";
import type { CallerOptions } from "../../workspace/workspace.ts";
import type { Where } from "../plan/plan.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Conversation } from "./conversation.ts";
import type { ProfilePlace } from "./place.ts";
import type { RunOrders } from "./run-order.ts";

/** The files under one profile of one `weir.json`, and what is known of them without network access. */
export interface OfflineSession {
  readonly place: ProfilePlace;
  readonly lock: Lock;
  readonly files: Files;
  readonly env: Environment;
  contextFor(path: string, options?: CallerOptions): FileContext;
  /** Whether a file below the folder belongs to this `weir.json`, and to no other one below it. */
  isOwn(path: string): boolean;
  /** Called for errors that the checks find, instead of refusing the file. */
  readonly onError?: ((error: string) => void) | undefined;
}

/** Everything that the push of one file needs from outside. */
export interface Session extends OfflineSession {
  readonly service: Service;
  readonly conversation: Conversation;
  /** Shown with a plan. */
  where(): Promise<Where>;
  /** The run that its pushes belong to, and how many were recorded. */
  readonly run: { readonly id: string; steps: number };
  /** Omitted when the caller cannot cancel. */
  readonly stop?: Cancellation | undefined;
  /** Nothing is sent, and nothing is recorded on disk. */
  readonly isSimulated?: true;
}

export type Lock = Pick<
  LockFile,
  | "path"
  | "entry"
  | "entries"
  | "set"
  | "move"
  | "remove"
  | "orders"
  | "profiles"
  | "setOrder"
  | "replaceInOrder"
  | "removeFromOrder"
  | "recorded"
  | "setRecorded"
  | "keptFilters"
  | "keepFilter"
  | "forgetFilter"
  | "exclusively"
  | "hasNews"
  | "hasWritten"
>;

/** The files below the folder of a `weir.json`. Paths are relative to it, with `/`. */
export interface Files {
  /** Undefined when the file does not exist. Throws a `PushError` for a binary file. */
  read(path: string): string | undefined;
  /** Like `read`, for scanning many files: also undefined for unreadable files. */
  glance(path: string): string | undefined;
  exists(path: string): boolean;
  /** The path in its letter case on disk, for case-insensitive file systems. */
  spelled(path: string): string;
  write(path: string, text: string): void;
  /** The files with one of our extensions. */
  list(): readonly string[];
}

/** The options of a push, apart from the file. */
export interface PushChoices {
  /** The ID or the name of the job. */
  readonly job?: string | undefined;
  /** Whether the user may be asked which job to use for a filter without one. */
  readonly askForJob?: boolean | undefined;
  /** For a rule without an action. */
  readonly action?: string | undefined;
  /** The simplified sequence, for emergencies. */
  readonly inline?: boolean | undefined;
  /** The orders of the run's rules. Without them, a rule is pushed by itself. */
  readonly orders?: RunOrders | undefined;
  /** Nothing will be sent, so values that only a push needs may be missing. */
  readonly compareOnly?: boolean | undefined;
}
