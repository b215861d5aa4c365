import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { requireInside } from "./contained-paths.ts";
import { codeOf, refusal, refused } from "./file-errors.ts";
import { type ReplaceOptions, replaceFile } from "./replace-file.ts";

/**
 * Reads and writes the files of a workspace. All functions throw system errors, and refuse what `requireInside` refuses.
 * `base` is the working folder.
 */

/** The maximum size of a file. */
export const mostBytes = 16 * 1024 * 1024;

/** Refuses other file types, because a link can point to an endless device. */
export function readOwnFile(path: string, base?: string): Buffer {
  const real = requireInside(path, base);
  const found = statSync(real);
  if (found.isDirectory()) throw Object.assign(new Error("EISDIR"), { code: "EISDIR" });
  if (!found.isFile()) throw refusal(refused.notPlain);
  if (found.size > mostBytes) throw refusal(refused.tooLarge);
  return readFileSync(real);
}

/** Undefined if the file does not exist. */
export function readOptionalFile(path: string, base?: string): Buffer | undefined {
  try {
    statSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
  return readOwnFile(path, base);
}

/** Whether the file exists and would be read. */
export function isOwnFile(path: string, base?: string): boolean {
  try {
    return statSync(requireInside(path, base)).isFile();
  } catch {
    return false;
  }
}

/** Opening with this flag fails for links, so the path need not be resolved first, which is slower than opening it. */
const noFollow = constants.O_NOFOLLOW as number | undefined;

/** Opens a file that was found by walking, so only the last part of its path can be a link. */
export function openFoundFile(path: string, base: string): number {
  if (noFollow === undefined) return openSync(requireInside(path, base), "r");
  try {
    return openSync(path, constants.O_RDONLY | noFollow);
  } catch (error) {
    if (codeOf(error) !== "ELOOP" && codeOf(error) !== "EMLINK") throw error;
    return openSync(requireInside(path, base), "r");
  }
}

/** Replaces the file atomically, and creates its folder. A link is kept, and its target is replaced. */
export function writeOwnFile(
  path: string,
  text: string | Uint8Array,
  base?: string,
  options?: ReplaceOptions,
): void {
  const real = requireInside(path, base);
  createFolder(dirname(real));
  replaceFile(real, text, options);
}

/** Creates a folder and those above it. Node's own way never returns where that is impossible, such as in `/proc`. */
export function createFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) createFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * The folder beside a `weir.json` with the state of pushes: the process that runs, the last push to undo, and files that are
 * being written.
 */
export const stateFolderName = ".weir";

/** The folder of the workspace of a file, if there is one that this process may use. */
export function stateFolderAbove(file: string): string | undefined {
  const folder = dirname(file);
  if (folder === file) return undefined;
  const place = `${folder}/${stateFolderName}`;
  if (!existsSync(`${place}/.gitignore`)) return stateFolderAbove(folder);
  try {
    accessSync(place, constants.W_OK);
    return requireInside(place);
  } catch {
    return undefined;
  }
}

/** Creates the folder, which git ignores. Throws system errors, and refuses a link to another place. */
export function createStateFolder(folder: string): string {
  const place = requireInside(`${folder}/${stateFolderName}`);
  const ignore = `${place}/.gitignore`;
  if (existsSync(ignore)) return place;
  try {
    mkdirSync(place);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  writeOwnFile(ignore, "*\n");
  return place;
}
