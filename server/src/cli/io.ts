import type { Readable } from "node:stream";

/** The environment of a command, replaceable in tests. */
export interface Io {
  readonly cwd: string;
  readonly stdin: Readable;
  /** Output is written in complete lines. */
  out(text: string): void;
  err(text: string): void;
  /** Writes bytes unchanged. The promise, if any, resolves when more can be written. */
  outBytes?(bytes: Uint8Array): Promise<void> | undefined;
  /** Whether standard output supports colors, and whether standard error is a terminal that shows progress. */
  readonly color: boolean;
  readonly progress: boolean;
  readonly columns: number;
  /** Default: the variables of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  /**
   * Handles the first interrupt, so that a command can finish cleanly. The listener gets the exit code. Returns a function that
   * removes the listener.
   */
  onInterrupt?(listener: (status: number) => void, mayLoseOutput?: boolean): () => void;
}

/** A copy without progress, for `--quiet`. */
export function withoutProgress(io: Io): Io {
  // Object.create instead of a spread, which would open standard input.
  return Object.create(io, { progress: { value: false } });
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Printed by `--help`. */
  readonly usage: string;
  /** A server: keeps running after its output is closed. */
  readonly keepsRunning?: true;
  run(args: readonly string[], io: Io): Promise<number>;
}

/** Exit codes, part of the public contract. */
export const exit = { fine: 0, found: 1, couldNotRun: 2 } as const;

/** Invalid usage: the message is printed and the exit code is 2. */
export class UsageError extends Error {}
