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
import { renameFile } from "../files/rename-file.ts";

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
 * The path is a folder with one file in it, named after the owner, or `free`. A process acquires the mutex by renaming that file, which
 * only one can do, and renames it back; so a killed process leaves no file that was not there before. A dead owner is replaced by the
 * name of its file, so that a new owner is never replaced by accident.
 */
export function acquireMutex(place: string, options: MutexOptions = {}): HeldMutex | MutexOwner {
  const { host = shortHost(), pid = process.pid, platform = process.platform } = options;
  const owner = ownerAt(place);
  if (owner && !isDead(owner, { ...options, host, pid })) return owner;
  const token = randomBytes(8).toString("hex");
  const name = `${host}.${pid}.${token}`;
  try {
    if (!owner) create(place, platform);
    renameSync(`${place}/${owner?.name ?? free}`, `${place}/${name}`);
  } catch (error) {
    const codes = platform === "win32" ? [...taken, "EPERM", "EACCES", "EBUSY"] : taken;
    if (codes.includes(codeOf(error))) return ownerAt(place) ?? { name: "", host, pid: 0 };
    throw error;
  }
  ours.add(name);
  return heldMutex(place, name);
}

/** The name of the file while no process holds the mutex. */
const free = "free";

/** The error codes if another process has been faster: for renaming its file, and for replacing its folder. */
const taken = ["ENOENT", "ENOTEMPTY", "EEXIST"];

/** A folder appears with its file in it: every system refuses to rename a folder to one that is not empty. */
function create(place: string, platform: NodeJS.Platform): void {
  if (namesIn(place).length > 0) return;
  removeLeftovers(dirname(place));
  const aside = `${dirname(place)}/${temporaryName()}`;
  mkdirSync(aside);
  try {
    writeFileSync(`${aside}/${free}`, "", { flag: "wx" });
    // Only Windows refuses to replace an empty folder.
    if (platform === "win32") removeEmpty(place);
    renameSync(aside, place);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

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
      release(place, name);
    },
  };
}

/** Changes with every beat. Undefined if the owner is gone. */
export function stampOf(place: string, { name }: MutexOwner): number | undefined {
  return statSync(`${place}/${name}`, { throwIfNoEntry: false })?.mtimeMs;
}

/** Takes the mutex from an owner that does not respond. */
export function dismiss(place: string, { name }: MutexOwner): void {
  if (name !== "") release(place, name);
}

function release(place: string, name: string): void {
  try {
    renameFile(`${place}/${name}`, `${place}/${free}`);
  } catch {
    // It has another owner, or the folder no longer exists.
  }
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
