import { type Dirent, readdirSync, statSync } from "node:fs";
import type { Ignore } from "ignore";
import { requireInside } from "./contained-paths.ts";
import { reasonOf, refused } from "./file-errors.ts";
import { statOrError } from "./file-status.ts";
import { IgnoreAllowance, readRules } from "./ignore-rules.ts";
import { readOwnFile } from "./own-files.ts";
import { parentOf } from "./parents.ts";

/** A file that was found, or a folder or link that cannot be read or followed. Paths use `/`. */
export type FoundFile =
  | { readonly path: string }
  | { readonly path: string; readonly error: string };

/** Folders with files of others, and our own folders for records. */
const neverEntered = new Set([".git", "node_modules", ".terraform", ".weir"]);

/** The rules of one `.gitignore`, for paths below its folder. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
  /** The number of rules. */
  readonly count: number;
}

/**
 * Finds the wanted files below a folder (an absolute path), sorted by name, without files that git ignores. Links to folders
 * are not followed, so cycles are harmless; links to files may point to files of the same workspace.
 */
export function findFiles(folder: string, wanted: (path: string) => boolean): FoundFile[] {
  const all: FoundFile[] = [];
  for (const found of walk(folder, wanted)) for (const it of found) all.push(it);
  return all;
}

/** Like `findFiles`, but yields undefined before each batch, so that a server can do other work. */
export function* findFilesInSteps(
  folder: string,
  wanted: (path: string) => boolean,
): Generator<FoundFile | undefined> {
  for (const found of walk(folder, wanted)) {
    yield undefined;
    yield* found;
  }
}

/** The folder and those below it that are entered. */
export function foldersBelow(folder: string): string[] {
  const entered: string[] = [];
  for (const _ of walk(
    folder,
    () => false,
    (it) => entered.push(it),
  ));
  return entered;
}

/** The wanted files directly in the folder. */
export function filesIn(folder: string, wanted: (path: string) => boolean): FoundFile[] {
  const allowance = new IgnoreAllowance();
  const level = levelOf(folder || "/", ignoreFilesAbove(folder, allowance), allowance);
  if ("error" in level) return [level];
  const found: FoundFile[] = [];
  while (nextFolder(level, folder, wanted, found) !== undefined);
  return found;
}

/** A folder on the path of the walk, and the number of its entries visited so far. */
interface Level {
  readonly folder: string;
  readonly entries: readonly Dirent[];
  readonly ignores: readonly IgnoreFile[];
  seen: number;
}

/** Yields the files found in batches: a batch ends where a folder is entered or left, or after much work. */
function* walk(
  folder: string,
  wanted: (path: string) => boolean,
  entered?: (folder: string) => void,
): Generator<FoundFile[]> {
  const levels: Level[] = [];
  const allowance = new IgnoreAllowance();
  const enter = (path: string, above: readonly IgnoreFile[]): FoundFile[] => {
    const level = levelOf(path, above, allowance);
    if ("error" in level) return [level];
    levels.push(level);
    entered?.(path);
    return [];
  };
  yield enter(folder, ignoreFilesAbove(folder, allowance));
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const found: FoundFile[] = [];
    const below = nextFolder(level, folder, wanted, found);
    yield found;
    if (below === undefined) levels.pop();
    else if (below !== rest) yield enter(below, level.ignores);
  }
}

function levelOf(
  folder: string,
  above: readonly IgnoreFile[],
  allowance: IgnoreAllowance,
): Level | (FoundFile & { readonly error: string }) {
  const entries = listFolder(folder);
  if (!Array.isArray(entries)) return { path: folder, error: entries.error };
  const hasOwn = entries.some((it) => it.name === ".gitignore");
  const own = hasOwn ? readIgnoreFile(folder, allowance) : undefined;
  return { folder, entries, ignores: own ? [own, ...above] : above, seen: 0 };
}

/** Indicates that the folder has more entries. */
const rest = Symbol("rest");

/** The number of rules that are matched before a server yields. */
const mostTests = 50_000;

/** Advances to the next folder to enter, and adds the files before it. */
function nextFolder(
  level: Level,
  walked: string,
  wanted: (path: string) => boolean,
  found: FoundFile[],
): string | typeof rest | undefined {
  const { folder, entries, ignores } = level;
  const perPath = ignores.reduce((sum, it) => sum + it.count, 0);
  let tests = 0;
  for (let entry = entries[level.seen]; entry; entry = entries[level.seen]) {
    if (tests > mostTests) return rest;
    level.seen++;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (neverEntered.has(entry.name)) continue;
      tests += perPath;
      if (!isIgnored(`${path}/`, ignores)) return path;
    } else if (wanted(path) && (entry.isFile() || entry.isSymbolicLink())) {
      tests += perPath;
      if (!isIgnored(path, ignores))
        found.push(...(entry.isFile() ? [{ path }] : linked(path, walked)));
    }
  }
  return undefined;
}

function listFolder(folder: string): Dirent[] | { error: string } {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

/** As in git, the nearest `.gitignore` with a matching rule decides. */
function isIgnored(path: string, ignores: readonly IgnoreFile[]): boolean {
  for (const { folder, rules } of ignores) {
    const { ignored, unignored } = rules.test(path.slice(join(folder, "").length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** The rules of parent folders apply too, up to the root of the repository. */
function ignoreFilesAbove(folder: string, allowance: IgnoreAllowance): IgnoreFile[] {
  const found: IgnoreFile[] = [];
  let inner = folder;
  while (!isRepository(inner)) {
    const outer = parentOf(inner);
    // The root of a drive is not a repository.
    if (outer === undefined || outer === "") break;
    inner = outer;
    const file = readIgnoreFile(inner, allowance);
    if (file) found.push(file);
  }
  return found;
}

/** The root of the repository that contains a folder; undefined if there is none. */
export function repositoryAround(folder: string): string | undefined {
  for (let it: string | undefined = folder; it !== undefined; it = parentOf(it))
    if (isRepository(it)) return it;
  return undefined;
}

function isRepository(folder: string): boolean {
  return statOrError(join(folder, ".git")) !== undefined;
}

function readIgnoreFile(folder: string, allowance: IgnoreAllowance): IgnoreFile | undefined {
  try {
    const text = readOwnFile(join(folder, ".gitignore")).toString();
    const read = readRules(text, allowance.next);
    allowance.take(read.count);
    return { folder, ...read };
  } catch {
    return undefined;
  }
}

/** A link to a file is treated as a file. Links to folders and broken links are ignored. */
function linked(path: string, walked: string): FoundFile[] {
  try {
    return statSync(requireInside(path, walked)).isFile() ? [{ path }] : [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isRefused = code === refused.leadsOut || code === refused.otherKind;
    return isRefused ? [{ path, error: reasonOf(error) }] : [];
  }
}

function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}
