import type { Environment } from "../../api/credential.ts";
import type { Service } from "../../api/service.ts";
import type { FileContext } from "../../languages.ts";
import type { LockFile } from "../../workspace/lock/lock-file.ts";
import type { CallerOptions } from "../../workspace/workspace.ts";
import type { Where } from "../plan/plan.ts";
import type { Conversation } from "./conversation.ts";
import type { ProfilePlace } from "./place.ts";
import type { Stop } from "./stop.ts";

/** What can be known of files under one profile of one `weir.json` without talking to anyone. */
export interface OfflineSession {
  readonly place: ProfilePlace;
  readonly lock: Lock;
  readonly files: Files;
  readonly env: Environment;
  contextFor(path: string, options?: CallerOptions): FileContext;
}

/** Everything that the push of one file needs from outside. */
export interface Session extends OfflineSession {
  readonly service: Service;
  readonly conversation: Conversation;
  /** For people to judge a plan by. */
  where(): Promise<Where>;
  /** Left out when nobody can cancel. */
  readonly stop?: Stop | undefined;
}

export type Lock = Pick<
  LockFile,
  "path" | "entry" | "entries" | "set" | "move" | "remove" | "exclusively" | "hasNews"
>;

/** The files below the folder of a `weir.json`. Paths are relative to it, with `/`. */
export interface Files {
  /** Undefined when there is no such file. Throws a `PushError` for one that is no text. */
  read(path: string): string | undefined;
  /** The same for looking through many files: undefined as well for one that cannot be read, or not now. */
  glance(path: string): string | undefined;
  exists(path: string): boolean;
  /** With the letters that the disk has, where letter case does not count. */
  spelled(path: string): string;
  write(path: string, text: string): void;
  /** The files with one of our extensions. */
  list(): readonly string[];
}

/** What the caller asks for beside the file. */
export interface PushChoices {
  /** The identifier or the name of the job. */
  readonly job?: string | undefined;
  /** Somebody may be asked which job a filter is for that no job uses yet. */
  readonly askForJob?: boolean | undefined;
  /** For a rule that names none. */
  readonly action?: string | undefined;
  /** The simplified sequence, for emergencies. */
  readonly inline?: boolean | undefined;
  /** Nothing will be sent, so what only a push needs may be missing. */
  readonly compareOnly?: boolean | undefined;
}
