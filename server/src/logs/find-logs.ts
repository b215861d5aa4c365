import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import picomatch from "picomatch";
import { reasonOf } from "../workspace/files/file-errors.ts";
import { withForwardSlashes } from "../workspace/files/paths.ts";
import type { LogSource } from "./source.ts";

/** A path without logs, and why. */
export interface NoLogs {
  readonly path: string;
  readonly error: string;
}

/**
 * The log files that the arguments refer to, without duplicates: files, folders, globs, and '-' for standard input. Paths are
 * resolved against one folder and displayed relative to another.
 */
export function findLogs(
  paths: readonly string[],
  folder: string,
  shownFrom = folder,
): (LogSource | NoLogs)[] {
  const found = new Map<string, LogSource | NoLogs>();
  for (const path of paths)
    for (const it of expand(path, folder, shownFrom))
      if (!found.has(it.path)) found.set(it.path, it);
  return [...found.values()];
}

/** Matches log files in a folder. A file that is passed explicitly may have any name. */
const logNames = /\.(?:ndjson|jsonl|json|log|csv|tsv|txt)(?:\.gz)?$|\.parquet$|\.gz$/i;

function expand(path: string, cwd: string, shownFrom: string): (LogSource | NoLogs)[] {
  if (path === "-") return [{ path, file: undefined }];
  const file = resolve(cwd, path);
  const kind = kindOf(file);
  if (kind === "folder") {
    const files = below(file, shownFrom).filter((it) => !it.file || logNames.test(it.file));
    if (files.length > 0) return files;
    return [
      {
        path,
        error: "No log files in this folder. Expected .ndjson, .json, .log, .csv or .parquet.",
      },
    ];
  }
  if (kind === "missing" && picomatch.scan(withForwardSlashes(path)).isGlob)
    return matching(path, cwd, shownFrom);
  if (kind === "missing") return [{ path, error: reasonOf({ code: "ENOENT" }) }];
  return [sourceOf(file, shownFrom)];
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

function matching(path: string, cwd: string, shownFrom: string): (LogSource | NoLogs)[] {
  const { base, glob } = picomatch.scan(withForwardSlashes(path));
  const folder = resolve(cwd, base || ".");
  const matches = picomatch(glob, { dot: true });
  const files = kindOf(folder) === "folder" ? below(folder, shownFrom) : [];
  const found = files.filter(
    (it) => !it.file || matches(withForwardSlashes(relative(folder, it.file))),
  );
  return found.length > 0 ? found : [{ path, error: "No matching files." }];
}

type LogFile = LogSource | (NoLogs & { readonly file?: undefined });

/** Sorted by name. Includes files that git ignores, as logs often are; does not follow links. */
function below(folder: string, shownFrom: string): LogFile[] {
  return entriesOf(folder, shownFrom).flatMap((it): LogFile[] => {
    if ("error" in it) return [it];
    const path = join(folder, it.name);
    if (it.isDirectory())
      return it.name === "node_modules" || it.name === ".git" ? [] : below(path, shownFrom);
    return it.isFile() ? [sourceOf(path, shownFrom)] : [];
  });
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
