import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { codeOf, refusal, refused } from "./file-errors.ts";
import { isBelow, parentOf } from "./parents.ts";
import { slashed } from "./paths.ts";

/**
 * The one rule for links, for whoever reads or writes a file of a workspace: a link may lead to another file of the same kind in
 * the same workspace. What leads out of it is neither read nor written, as whoever made the folder may have put it there.
 * Paths are absolute, with `/`.
 */

/** What decides that a folder is a workspace of its own. */
const markers = ["weir.json", ".git"];

/**
 * The nearest folder that has a `weir.json` or is a repository. A home is not a workspace: some people keep theirs in a
 * repository, and nobody means all of that.
 */
function workspaceAround(folder: string): string | undefined {
  for (let it: string | undefined = folder; it !== undefined; it = parentOf(it)) {
    if (isWide(it)) return undefined;
    if (markers.some((name) => exists(`${it}/${name}`))) return it;
  }
  return undefined;
}

/** The folder that counts as the one that is worked on when somebody in one folder names a file, which may be in another. */
export function baseFor(file: string, cwd: string): string {
  let base: string | undefined = cwd;
  while (base !== undefined && !isBelow(file, base)) base = parentOf(base);
  if (base !== undefined && !isWide(base)) return base;
  const own = parentOf(file) ?? file;
  let outermost = own;
  for (let it = workspaceAround(own); it !== undefined; it = workspaceAround(parentOf(it) ?? ""))
    outermost = it;
  return outermost;
}

/** A home, or what homes are in. */
function isWide(folder: string): boolean {
  const home = slashed(homedir());
  return home === folder || isBelow(home, folder);
}

/**
 * Where a path really leads. Throws for a link that leads out of the workspace around it, or to another kind of file. What is not
 * there yet is judged by the folder that it would be in. `base` is the folder that is worked on; what it is itself linked to does
 * not matter.
 */
export function requireInside(path: string, base: string = parentOf(path) ?? path): string {
  const real = placeOf(path);
  if (real === path) return real;
  const root = workspaceAround(parentOf(path) ?? path) ?? base;
  // Behind a link somebody else may have settings of their own.
  if (isBelow(root, base)) requireBelow(realPath(root), realPath(base));
  requireBelow(real, realPath(root));
  if (isLink(path) && endingOf(real) !== endingOf(path)) throw refusal(refused.otherKind);
  return real;
}

function requireBelow(real: string, root: string): void {
  if (real !== root && !isBelow(real, root)) throw refusal(refused.leadsOut);
}

/** With the spelling that the disk has. */
export function realPath(path: string): string {
  // Without its slash the top of a disk would be another place.
  return withoutSlash(slashed(nativePath(/^(?:[A-Za-z]:)?$/.test(path) ? `${path}/` : path)));
}

function nativePath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw error;
    // Some drives of Windows cannot be asked in the native way.
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

/** Folders have none that counts. */
function endingOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return "/";
  return path.slice(path.lastIndexOf(".")).toLowerCase();
}

function withoutSlash(path: string): string {
  return path.endsWith("/") && path !== "/" ? path.slice(0, -1) : path;
}
