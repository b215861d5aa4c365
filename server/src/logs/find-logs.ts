import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import picomatch from "picomatch";
import { reasonOf } from "../workspace/files/file-errors.ts";
import { slashed } from "../workspace/files/paths.ts";
import type { LogSource } from "./source.ts";

/** A path without logs, and why. */
export interface NoLogs {
  readonly path: string;
  readonly error: string;
}

/**
 * The files of the arguments, each once: files, folders, globs, and '-' for standard input. Paths are relative to a folder, and
 * are shown relative to another.
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

/** Files that a folder is searched for. A file that is named may be called anything. */
const logNames = /\.(?:ndjson|jsonl|json|log|csv|tsv|txt)(?:\.gz)?$|\.parquet$|\.gz$/i;

function expand(path: string, cwd: string, shownFrom: string): (LogSource | NoLogs)[] {
  if (path === "-") return [{ path, file: undefined }];
  const file = resolve(cwd, path);
  const kind = kindOf(file);
  if (kind === "folder") {
    const files = below(file).filter((it) => logNames.test(it));
    if (files.length > 0) return files.map((it) => sourceOf(it, shownFrom));
    return [
      {
        path,
        error: "No log files in this folder. Expected .ndjson, .json, .log, .csv or .parquet.",
      },
    ];
  }
  if (kind === "missing" && picomatch.scan(slashed(path)).isGlob)
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
    // Reading it tells why.
    return "file";
  }
}

function matching(path: string, cwd: string, shownFrom: string): (LogSource | NoLogs)[] {
  const { base, glob } = picomatch.scan(slashed(path));
  const folder = resolve(cwd, base || ".");
  const matches = picomatch(glob, { dot: true });
  const files = kindOf(folder) === "folder" ? below(folder) : [];
  const found = files.filter((it) => matches(slashed(relative(folder, it))));
  return found.length > 0
    ? found.map((it) => sourceOf(it, shownFrom))
    : [{ path, error: "No matching files." }];
}

/** In the order of their names. Logs are often ignored by git, so that is not asked; links are not followed. */
function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((it) => {
      const path = join(folder, it.name);
      if (it.isDirectory())
        return it.name === "node_modules" || it.name === ".git" ? [] : below(path);
      return it.isFile() ? [path] : [];
    });
}

function sourceOf(file: string, shownFrom: string): LogSource {
  return { path: slashed(relative(shownFrom, file)) || file, file };
}
