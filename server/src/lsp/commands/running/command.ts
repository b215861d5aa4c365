import type { Running } from "./running.ts";

export interface Command {
  /** The progress title; omitted for commands without requests. */
  readonly title?: string;
  /** Reads no profile, so it does not need trust. */
  readonly isLocal?: true;
  /** May change files, the lock file or the service. */
  readonly writes?: true;
  /** Returns the result type of the protocol. */
  run(running: Running): Promise<object>;
}
