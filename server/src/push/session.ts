import type { Environment } from "../api/credential.ts";
import type { Service } from "../api/service.ts";
import type { Context } from "../core/context.ts";
import type { LockFile } from "../workspace/lock-file.ts";
import type { CallerOptions } from "../workspace/workspace.ts";
import type { Conversation } from "./conversation.ts";
import type { Place } from "./place.ts";
import type { Where } from "./plan.ts";

/** Everything that the push of one file needs from outside: one profile of one `weir.json`. */
export interface Session {
  readonly place: Place;
  readonly service: Service;
  readonly lock: LockFile;
  readonly files: Files;
  readonly conversation: Conversation;
  readonly env: Environment;
  /** For people to judge a plan by. */
  where(): Promise<Where>;
  contextFor(path: string, options?: CallerOptions): Context;
}

/** The files below the folder of a `weir.json`. Paths are relative to it, with `/`. */
export interface Files {
  /** Undefined when there is no such file. Throws a `Refusal` for one that is no text. */
  read(path: string): string | undefined;
  exists(path: string): boolean;
  write(path: string, text: string): void;
  /** The files with one of our extensions. */
  list(): readonly string[];
}

/** What the caller asks for beside the file. */
export interface Wishes {
  /** The identifier or the name of the job. */
  readonly job?: string | undefined;
  /** For a rule that names none. */
  readonly action?: string | undefined;
  /** The simplified sequence, for emergencies. */
  readonly inline?: boolean | undefined;
  /** Nothing will be sent, so what only a push needs may be missing. */
  readonly compareOnly?: boolean | undefined;
}
