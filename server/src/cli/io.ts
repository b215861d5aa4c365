import type { Readable } from "node:stream";

/** What a command may touch of the world around it, so that tests can give it another one. */
export interface Io {
  readonly cwd: string;
  readonly stdin: Readable;
  /** Commands write whole lines. */
  out(text: string): void;
  err(text: string): void;
  /** Whether standard output shows colours, and whether standard error is a terminal that shows progress. */
  readonly colour: boolean;
  readonly progress: boolean;
  readonly columns: number;
  /** The process's own when they are left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  /**
   * Lets a command end well when it is interrupted for the first time. The listener gets the status that says so. Gives the
   * way to listen no longer.
   */
  onInterrupt?(listener: (status: number) => void): () => void;
}

/** The same without progress, for `--quiet`. */
export function withoutProgress(io: Io): Io {
  // Not a copy: that would open standard input.
  return Object.create(io, { progress: { value: false } });
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The lines under `Usage:` and the options, as `--help` prints them. */
  readonly usage: string;
  /** It serves others, so it goes on when nobody reads its output any more. */
  readonly keepsRunning?: true;
  run(args: readonly string[], io: Io): Promise<number>;
}

/** Exit statuses, a contract with other programs. */
export const exit = { fine: 0, found: 1, couldNotRun: 2 } as const;

/** Bad usage. The message is printed as it is, and the status is 2. */
export class UsageError extends Error {}
