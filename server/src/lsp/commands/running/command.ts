import type { Running } from "./running.ts";

export interface Command {
  /** What the user sees while it talks to the service; left out for one that does not. */
  readonly title?: string;
  /** It reads no profile, so it needs no trust. */
  readonly isLocal?: true;
  /** Files, the lock or the service may be others afterwards. */
  readonly writes?: true;
  /** The answer has the shape that the protocol gives the command. */
  run(running: Running): Promise<object>;
}
