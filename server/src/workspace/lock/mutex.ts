import { randomBytes } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { codeOf } from "../files/file-errors.ts";
import { isRunning, removeLeftovers, shortHost, temporaryName } from "../files/leftovers.ts";

/** The process that holds the mutex. */
export interface MutexOwner {
  /** The name of its file, which is unique. */
  readonly name: string;
  readonly host: string;
  readonly pid: number;
}

/** The mutex while this process holds it. */
export interface HeldMutex {
  /** False if another process considered us dead and took over. */
  isOurs(): boolean;
  /** Shows that we are alive. */
  beat(): void;
  end(): void;
}

/** Can be replaced in tests. */
export interface MutexOptions {
  readonly host?: string;
  readonly pid?: number;
  readonly isAlive?: (pid: number) => boolean;
  readonly platform?: NodeJS.Platform;
}

/** The results of this process. Any other file with our process ID was left by an earlier process with that ID. */
const ours = new Set<string>();

/**
 * Acquires the mutex at a path, or returns its current owner.
 *
 * The path is a folder with one file in it, named after its owner. To acquire the mutex, a process creates such a folder
 * elsewhere and renames it, which every system refuses while the target is a folder that is not empty. A dead owner is removed by
 * the name of its file, so that a new owner is never removed by accident.
 */
export function acquireMutex(place: string, options: MutexOptions = {}): HeldMutex | MutexOwner {
  const { host = shortHost(), pid = process.pid, platform = process.platform } = options;
  const owner = ownerAt(place);
  if (owner && !isDead(owner, { ...options, host, pid })) return owner;
  if (owner) rmSync(`${place}/${owner.name}`, { force: true });
  const token = randomBytes(8).toString("hex");
  const name = `${host}.${pid}.${token}`;
  // Named as a temporary file, so that what a killed process leaves is recognized.
  removeLeftovers(dirname(place));
  const aside = `${dirname(place)}/${temporaryName()}`;
  mkdirSync(aside);
  try {
    writeFileSync(`${aside}/${name}`, "", { flag: "wx" });
    // Only Windows refuses to replace an empty folder.
    if (platform === "win32") removeEmpty(place);
    renameSync(aside, place);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    const codes = platform === "win32" ? [...taken, "EPERM", "EACCES", "EBUSY"] : taken;
    if (codes.includes(codeOf(error))) return ownerAt(place) ?? { name: "", host, pid: 0 };
    throw error;
  }
  ours.add(name);
  return heldMutex(place, name);
}

/** The error codes for renaming to a folder that is not empty. */
const taken = ["ENOTEMPTY", "EEXIST"];

function heldMutex(place: string, name: string): HeldMutex {
  const path = `${place}/${name}`;
  return {
    isOurs: () => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
    beat() {
      // Opened only if it exists: a removed file is not created again.
      try {
        const descriptor = openSync(path, "r+");
        writeSync(descriptor, ".", 0);
        closeSync(descriptor);
      } catch {
        // The mutex is lost, which is detected before the next change.
      }
    },
    end() {
      ours.delete(name);
      rmSync(path, { force: true });
      removeEmpty(place);
    },
  };
}

/** Changes with every beat. Undefined if the owner is gone. */
export function stampOf(place: string, { name }: MutexOwner): number | undefined {
  return statSync(`${place}/${name}`, { throwIfNoEntry: false })?.mtimeMs;
}

/** Removes an owner that does not respond. */
export function dismiss(place: string, { name }: MutexOwner): void {
  if (name !== "") rmSync(`${place}/${name}`, { force: true });
}

function ownerAt(place: string): MutexOwner | undefined {
  // A link could expose the files of another folder.
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isDirectory()) throw Object.assign(new Error("ENOTDIR"), { code: "ENOTDIR" });
  for (const name of namesIn(place)) {
    const [, host = "", pid] = /^(.*)\.(\d+)\.[0-9a-f]{16}$/s.exec(name) ?? [];
    if (pid !== undefined) return { name, host, pid: Number(pid) };
  }
  return undefined;
}

/** Empty if the folder no longer exists. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function isDead(
  owner: MutexOwner,
  {
    host,
    pid,
    isAlive = isRunning,
  }: MutexOptions & { readonly host: string; readonly pid: number },
): boolean {
  if (owner.host !== host) return false;
  return owner.pid === pid ? !ours.has(owner.name) : !isAlive(owner.pid);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The next owner has it already, or it no longer exists.
  }
}
