import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { splitGlob } from "../../text/glob.ts";
import { codeOf, refusal, refused } from "./file-errors.ts";
import { isBelow, parentOf } from "./parents.ts";
import { withForwardSlashes } from "./paths.ts";

/**
 * The rule for links when reading or writing files of a workspace: a link may point to another file of the same type in the
 * same workspace. A link to the outside is neither read nor written, because it may come with an untrusted folder.
 * Paths are absolute, with `/`.
 */

/** A folder with one of these is a workspace. */
const markers = ["weir.json", ".git"];

/**
 * The nearest folder that has a `weir.json` or is a repository. A home directory is not a workspace, even if it is a
 * repository.
 */
function workspaceAround(folder: string): string | undefined {
  for (let it: string | undefined = folder; it !== undefined; it = parentOf(it)) {
    if (isWide(it)) return undefined;
    if (markers.some((name) => exists(`${it}/${name}`))) return it;
  }
  return undefined;
}

/** The base folder for a file that may be outside the current folder. */
export function baseFor(file: string, cwd: string): string {
  let base: string | undefined = cwd;
  while (base !== undefined && !isBelow(file, base)) base = parentOf(base);
  if (base !== undefined && !isWide(base)) return base;
  return workspaceOf(parentOf(file) ?? file);
}

/** The outermost folder around a folder that has a `weir.json` or is a repository; else the folder itself. */
export function workspaceOf(folder: string): string {
  let outermost = folder;
  for (let it = workspaceAround(folder); it !== undefined; it = workspaceAround(parentOf(it) ?? ""))
    outermost = it;
  return outermost;
}

/**
 * Where a path or glob of a `weir.json` leads if that is outside of its repository, or outside of its folder without a repository.
 * The network is not asked about a share, because a path that is outside as written is not looked up.
 */
export function outsidePath(written: string, folder: string): string | undefined {
  const root = repositoryOrFolder(folder);
  const { base, glob } = splitGlob(written) ?? { base: written, glob: "" };
  const [at, whole] = [base, written].map((it) => withForwardSlashes(resolve(folder, it)));
  if (at === undefined || whole === undefined) return written;
  if (!isIn(whole, root) || !isIn(at, root)) return whole;
  for (const [place, rest] of [
    [whole, ""],
    [at, glob],
  ] as const) {
    const real = placeOrNone(place);
    if (real !== undefined && !isIn(real, realPath(root)))
      return rest === "" ? real : `${real}/${rest}`;
  }
  return undefined;
}

export function notAgreed(logs: string): string {
  return `The sample of 'weir.json' is outside of the workspace, at '${logs}', and you have not agreed to read it.`;
}

function repositoryOrFolder(folder: string): string {
  for (let it: string | undefined = folder; it !== undefined && !isWide(it); it = parentOf(it))
    if (exists(`${it}/.git`)) return it;
  return folder;
}

function placeOrNone(path: string): string | undefined {
  try {
    return realPath(path);
  } catch {
    return undefined;
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** Whether the folder is the home directory or a parent of it. */
function isWide(folder: string): boolean {
  const home = withForwardSlashes(homedir());
  return home === folder || isBelow(home, folder);
}

/**
 * Resolves the links of a path. Throws for a link that points outside the workspace around it, or to another type of file. A path
 * that does not exist yet is judged by its folder. `base` is the working folder, which may be a link itself.
 */
export function requireInside(path: string, base: string = parentOf(path) ?? path): string {
  const real = placeOf(path);
  if (real === path) return real;
  const root = workspaceAround(parentOf(path) ?? path) ?? base;
  // The target of a link may have its own settings.
  if (isBelow(root, base)) requireBelow(realPath(root), realPath(base));
  requireBelow(real, realPath(root));
  if (isLink(path) && endingOf(real) !== endingOf(path)) throw refusal(refused.otherKind);
  return real;
}

function requireBelow(real: string, root: string): void {
  if (!isIn(real, root)) throw refusal(refused.leadsOut);
}

/** Uses the spelling on disk. */
export function realPath(path: string): string {
  // Without its slash, the root of a drive would be another path.
  return withoutSlash(
    withForwardSlashes(nativePath(/^(?:[A-Za-z]:)?$/.test(path) ? `${path}/` : path)),
  );
}

function nativePath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw error;
    // Some Windows drives do not support the native call.
    return realpathSync(path);
  }
}

function placeOf(path: string): string {
  try {
    return realPath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    if (exists(path)) throw refusal(refused.dangling);
    const parent = parentOf(path);
    if (parent === undefined) throw error;
    return `${placeOf(parent)}${path.slice(parent.length)}`;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The extensions of folders are ignored. Empty without one. */
function endingOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return "/";
  return /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? "";
}

function withoutSlash(path: string): string {
  return path.endsWith("/") && path !== "/" ? path.slice(0, -1) : path;
}
