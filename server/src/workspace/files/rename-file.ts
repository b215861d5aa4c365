import { renameSync } from "node:fs";
import process from "node:process";

/** Can be replaced in tests. */
export interface RenameOptions {
  readonly platform?: NodeJS.Platform;
  readonly rename?: (from: string, to: string) => void;
  readonly sleep?: (milliseconds: number) => void;
}

/** In milliseconds. The sum is about as long as a virus scanner keeps a file open. */
const pauses = [10, 20, 40, 80, 160, 320, 640];

/**
 * Moves a file or a folder. On Windows, a virus scanner or indexer may briefly lock either path, which causes one of these
 * errors, so it is retried; elsewhere they are permanent.
 */
export function renameFile(
  from: string,
  to: string,
  { platform = process.platform, rename = renameSync, sleep = sleepNow }: RenameOptions = {},
): void {
  for (const pause of platform === "win32" ? pauses : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      sleep(pause);
    }
  }
  rename(from, to);
}

function mayPass(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["EPERM", "EACCES", "EBUSY"].includes(code);
}

/** Synchronous, because callers continue with the next line. */
export function sleepNow(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
