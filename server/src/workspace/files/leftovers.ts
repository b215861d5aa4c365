import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { codeOf } from "./file-errors.ts";

/** Temporary files and folders of processes that ended in the middle of a write. */

/** A new name beside a file that is about to be replaced. It names its owner: "host.pid". */
export function temporaryName(): string {
  return `.weir-${shortHost()}.${process.pid}.${randomBytes(8).toString("hex")}.tmp`;
}

/** The owner's host and process. Earlier versions named none. */
const pattern =
  /^(?:\.weir-(?:([\w-]{1,64})\.(\d{1,10})\.)?[0-9a-f]{16}\.tmp|\.weir-busy\.[0-9a-f]{16})$/;

/** A write takes milliseconds; the clock of another machine may be wrong. */
const longestWrite = 24 * 60 * 60 * 1000;

/** Deletes the temporary files in a folder whose owner no longer runs, or that are old if the owner is not known here. */
export function removeLeftovers(folder: string, isAlive = isRunning): void {
  for (const name of namesIn(folder)) {
    const found = pattern.exec(name);
    if (!found) continue;
    const [, host, pid] = found;
    const isHere = host === shortHost();
    const path = join(folder, name);
    if (isHere ? !isAlive(Number(pid)) : isOld(path)) remove(path);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOld(path: string): boolean {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return mtimeMs !== undefined && Date.now() - mtimeMs > longestWrite;
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true });
  } catch {
    // Not ours to delete.
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    return codeOf(error) === "EPERM";
  }
}

/** The name of this machine, as part of a file name. */
export function shortHost(): string {
  return hostname()
    .replace(/[^\w-]/g, "_")
    .slice(0, 64);
}
