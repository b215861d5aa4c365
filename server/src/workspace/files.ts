import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import type { Ignore } from "ignore";
import { IgnoreAllowance, readRules } from "./ignore-rules.ts";

/** A file that was found, or a folder that could not be looked into. Paths have `/` between their parts. */
export type FoundFile =
  | { readonly path: string }
  | { readonly path: string; readonly error: string };

/** Folders that hold other people's files. */
const neverEntered = new Set([".git", "node_modules"]);

/** What one `.gitignore` says, for paths below its folder. */
interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
  /** How many there are. */
  readonly count: number;
}

/**
 * Walks a folder (an absolute path) for the files that are wanted, in the order of their names, without those that git ignores.
 * Links to folders are not followed, so a cycle of them does no harm.
 */
export function findFiles(folder: string, wanted: (path: string) => boolean): FoundFile[] {
  const all: FoundFile[] = [];
  for (const found of walk(folder, wanted)) for (const it of found) all.push(it);
  return all;
}

/** The same, with an undefined at every folder: a place to rest for a server that has other work as well. */
export function* findFilesInSteps(
  folder: string,
  wanted: (path: string) => boolean,
): Generator<FoundFile | undefined> {
  for (const found of walk(folder, wanted)) {
    yield undefined;
    yield* found;
  }
}

/** Those that lie in the folder itself. */
export function filesIn(folder: string, wanted: (path: string) => boolean): FoundFile[] {
  const allowance = new IgnoreAllowance();
  const level = levelOf(folder || "/", ignoreFilesAbove(folder, allowance), allowance);
  if ("error" in level) return [level];
  const found: FoundFile[] = [];
  while (nextFolder(level, wanted, found) !== undefined);
  return found;
}

/** A folder on the way to where the walk is, and how much of it was seen. */
interface Level {
  readonly folder: string;
  readonly entries: readonly Dirent[];
  readonly ignores: readonly IgnoreFile[];
  seen: number;
}

/** What is found, in parts: a part ends where a folder is entered or left, and where it has become much work. */
function* walk(folder: string, wanted: (path: string) => boolean): Generator<FoundFile[]> {
  const levels: Level[] = [];
  const allowance = new IgnoreAllowance();
  const enter = (path: string, above: readonly IgnoreFile[]): FoundFile[] => {
    const level = levelOf(path, above, allowance);
    if ("error" in level) return [level];
    levels.push(level);
    return [];
  };
  yield enter(folder, ignoreFilesAbove(folder, allowance));
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const found: FoundFile[] = [];
    const below = nextFolder(level, wanted, found);
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

/** There is more in the folder. */
const rest = Symbol("rest");

/** How many rules are held against paths before a server may do something else. */
const mostTests = 50_000;

/** Goes on to the next folder to enter, and adds the files before it. */
function nextFolder(
  level: Level,
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
    } else if (wanted(path) && (entry.isFile() || isLinkToFile(entry, path))) {
      tests += perPath;
      if (!isIgnored(path, ignores)) found.push({ path });
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

/** The system's own code for what went wrong, in words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case "ENOENT":
      return "There is no such file or folder.";
    case "EACCES":
    case "EPERM":
      return "Permission is missing.";
    case "EISDIR":
      return "It is a folder.";
    case notPlain:
      return "It is no plain file.";
    case tooLarge:
      return "It is over 16 MB, and is not read.";
    case "ELOOP":
      return "It is a link that leads to itself.";
    case "EROFS":
      return "It cannot be changed, as nothing here can.";
    default:
      return `It could not be read (${code ?? String(error)}).`;
  }
}

/** No file of ours is larger. */
export const mostBytes = 16 * 1024 * 1024;

/** The bytes of a file that others may have put there: a link can lead to a device that never ends. Throws as the system does. */
export function readPlainFile(path: string): Buffer {
  const found = statSync(path);
  if (found.isDirectory()) throw refusal("EISDIR");
  if (!found.isFile()) throw refusal(notPlain);
  if (found.size > mostBytes) throw refusal(tooLarge);
  return readFileSync(path);
}

const notPlain = "ENOTPLAIN";
const tooLarge = "ETOOLARGE";

function refusal(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** The nearest file that has an opinion decides, as git does it. */
function isIgnored(path: string, ignores: readonly IgnoreFile[]): boolean {
  for (const { folder, rules } of ignores) {
    const { ignored, unignored } = rules.test(path.slice(join(folder, "").length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** The rules of the folders around this one count too, up to the top of the repository. */
function ignoreFilesAbove(folder: string, allowance: IgnoreAllowance): IgnoreFile[] {
  const found: IgnoreFile[] = [];
  let inner = folder;
  while (!isRepository(inner)) {
    const slash = inner.lastIndexOf("/");
    if (slash <= 0) break;
    inner = inner.slice(0, slash);
    const file = readIgnoreFile(inner, allowance);
    if (file) found.push(file);
  }
  return found;
}

/** The folder of the repository that a folder is in; undefined when it is in none. */
export function repositoryAround(folder: string): string | undefined {
  for (let inner = folder; ; inner = inner.slice(0, inner.lastIndexOf("/"))) {
    if (isRepository(inner)) return inner;
    if (!inner.includes("/")) return undefined;
  }
}

function isRepository(folder: string): boolean {
  return statOrError(join(folder, ".git")) !== undefined;
}

/** What stands at a path: undefined when nothing does, and the error when that cannot be found out. */
export function statOrError(path: string): Stats | { readonly error: string } | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

function readIgnoreFile(folder: string, allowance: IgnoreAllowance): IgnoreFile | undefined {
  try {
    const text = readPlainFile(join(folder, ".gitignore")).toString();
    const read = readRules(text, allowance.next);
    allowance.take(read.count);
    return { folder, ...read };
  } catch {
    return undefined;
  }
}

function isLinkToFile(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  const target = statOrError(path);
  return target !== undefined && !("error" in target) && target.isFile();
}

function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}
