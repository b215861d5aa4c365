import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { languageOfPath } from "../languages.ts";
import { type GlobBelow, globMatcher, splitGlob } from "../text/glob.ts";
import { plural } from "../text/wording.ts";
import { realPath, requireInside } from "../workspace/files/contained-paths.ts";
import { codeOf, reasonOf, refused } from "../workspace/files/file-errors.ts";
import { withForwardSlashes } from "../workspace/files/paths.ts";
import { isInBucket, withoutKeys } from "./bucket-path.ts";
import { type LogSource, startsLikeLogs } from "./source.ts";

/** A path without logs, and why. */
export interface NoLogs {
  readonly path: string;
  readonly error: string;
}

/** A file of a folder that is not read, and why. */
export interface LeftOut {
  readonly path: string;
  readonly leftOut: string;
  /** The number of others that are not named. */
  readonly more?: number;
}

export type FoundLog = LogSource | NoLogs | LeftOut;

export function isSource(it: FoundLog): it is LogSource {
  return "file" in it;
}

/**
 * The log files that the arguments refer to, without duplicates: files, folders, globs, and '-' for standard input. Paths are
 * resolved against one folder and displayed relative to another.
 */
export function findLogs(
  paths: readonly string[],
  folder: string,
  shownFrom = folder,
  /** The logs in buckets, by path. */
  remote: ReadonlyMap<string, readonly FoundLog[]> = new Map(),
): readonly FoundLog[] {
  const found = new Map<string, LogEntry>();
  for (const path of paths)
    for (const it of remote.get(path) ?? expand(path, folder, shownFrom))
      if (!found.has(it.path)) found.set(it.path, it);
  return withoutRepeats([...found.values()]);
}

/** A link has the path of its target. */
type LogEntry = (FoundLog & { readonly file?: string | undefined }) & { readonly target?: string };

/** A file is read once, even if links lead to it. */
function withoutRepeats(entries: readonly LogEntry[]): readonly FoundLog[] {
  if (entries.every((it) => it.target === undefined)) return entries;
  const plain = entries.filter((it) => it.file !== undefined && it.target === undefined);
  const read = new Set(plain.map((it) => realPath(withForwardSlashes(it.file ?? ""))));
  return entries.map(({ target, ...it }) => {
    if (target === undefined) return it as FoundLog;
    if (read.has(target)) return { path: it.path, leftOut: "link to a file that is read" };
    read.add(target);
    return it as FoundLog;
  });
}

/** Matches log files in a folder. A file that is passed explicitly may have any name. */
const logNames = /\.(?:ndjson|jsonl|json|log|csv|tsv|txt)(?:\.gz|\.zst)?$|\.parquet$|\.gz$|\.zst$/i;
const foreignNames = /\.(?:zip|bz2|xz|lz4|br|7z|rar|tar)$/i;

function expand(path: string, cwd: string, shownFrom: string): readonly LogEntry[] {
  if (path === "-") return [{ path, file: undefined }];
  const url = withoutKeys(path);
  if (isInBucket(path)) return [{ path: url, error: notAsked(url) }];
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return [{ path: url, error: notOnDisk }];
  const file = resolve(cwd, path);
  const kind = kindOf(file);
  if (kind === "folder") return inFolder(path, file, shownFrom);
  const glob = kind === "missing" ? splitGlob(withForwardSlashes(path)) : undefined;
  if (glob) return matching(path, glob, cwd, shownFrom);
  if (kind === "missing") return [{ path, error: reasonOf({ code: "ENOENT" }) }];
  return [sourceOf(file, shownFrom)];
}

const notOnDisk =
  "Logs are read from disk and from buckets ('s3://', 'r2://'), not from other URLs. Download them, or pipe them to '--logs -'.";

/** A repository may name any bucket. */
function notAsked(path: string): string {
  return `Buckets are read only if you name them: 'weir try … --logs ${path}', or '--logs samples:' for the buckets in 'weir.json'.`;
}

function kindOf(file: string): "file" | "folder" | "missing" {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return "missing";
    return found.isDirectory() ? "folder" : "file";
  } catch {
    // Reading the file will report the error.
    return "file";
  }
}

function inFolder(path: string, folder: string, shownFrom: string): readonly LogEntry[] {
  const found = below(folder, folder, shownFrom).flatMap((it): LogEntry[] => {
    const name = basename(it.path);
    if (logNames.test(name) || "error" in it) return [it];
    // Files of the system, such as '.DS_Store', and our own need no mention.
    if (name.startsWith(".") || languageOfPath(name)) return [];
    const why = "leftOut" in it ? it.leftOut : reasonToSkip(name, it.file);
    return [why === undefined ? it : { path: it.path, leftOut: why }];
  });
  if (found.some((it) => isSource(it) || "error" in it)) return found;
  const error = "No log files in this folder. Expected .ndjson, .json, .log, .csv or .parquet.";
  return [...found, { path, error }];
}

/** Names without an extension are common in storage, so the content decides. */
function reasonToSkip(name: string, file: string | undefined): string | undefined {
  if (foreignNames.test(name)) return "unsupported format";
  if (/\.\D/.test(name)) return "not a log file by its name";
  return file !== undefined && startsLikeLogs(file) ? undefined : "not a log file";
}

function matching(
  path: string,
  { base, glob }: GlobBelow,
  cwd: string,
  shownFrom: string,
): readonly LogEntry[] {
  const folder = resolve(cwd, base || ".");
  const matches = globMatcher(glob);
  const isMatch = (it: LogEntry) =>
    matches(withForwardSlashes(relative(folder, resolve(shownFrom, it.path))));
  const files = kindOf(folder) === "folder" ? below(folder, folder, shownFrom) : [];
  const found = files.filter((it) => "error" in it || isMatch(it));
  return found.some((it) => !("leftOut" in it))
    ? found
    : [...found, { path, error: "No matching files." }];
}

/** Sorted by name. Includes files that git ignores, as logs often are. Links to folders are not followed. */
function below(folder: string, top: string, shownFrom: string): readonly LogEntry[] {
  return entriesOf(folder, shownFrom).flatMap((it): readonly LogEntry[] => {
    if ("error" in it) return [it];
    const file = join(folder, it.name);
    if (it.isDirectory())
      return it.name === "node_modules" || it.name === ".git" ? [] : below(file, top, shownFrom);
    if (it.isFile()) return [sourceOf(file, shownFrom)];
    if (it.isSymbolicLink()) return [linkOf(file, top, shownFrom)];
    return [{ path: shownPath(file, shownFrom), leftOut: "not a regular file" }];
  });
}

function linkOf(file: string, top: string, shownFrom: string): LogEntry {
  const leftOut = (why: string) => ({ path: shownPath(file, shownFrom), leftOut: why });
  try {
    if (statSync(file).isDirectory()) return leftOut("link to a folder");
    const target = requireInside(withForwardSlashes(file), withForwardSlashes(top));
    return { ...sourceOf(file, shownFrom), target };
  } catch (error) {
    const code = codeOf(error);
    if (code === refused.leadsOut) return leftOut("link to a location outside the folder");
    return leftOut(code === refused.otherKind ? "link to a file of another type" : "broken link");
  }
}

function entriesOf(folder: string, shownFrom: string): (Dirent | NoLogs)[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return [{ path: shownPath(folder, shownFrom), error: reasonOf(error) }];
  }
}

function sourceOf(file: string, shownFrom: string): LogSource {
  return { path: shownPath(file, shownFrom), file };
}

function shownPath(file: string, shownFrom: string): string {
  return withForwardSlashes(relative(shownFrom, file)) || file;
}

const mostNamed = 3;

/** The files that are not read, with the first of them. */
export function leftOutText(
  count: number,
  first: readonly { readonly path: string; readonly message: string }[],
): string {
  const named = first.slice(0, mostNamed).map(({ path, message }) => `${path} (${message})`);
  const more = count > mostNamed ? ", …" : "";
  return `${plural(count, "file")} ${count === 1 ? "was" : "were"} left out: ${named.join(", ")}${more}`;
}
