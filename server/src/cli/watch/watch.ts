import { resolve } from "node:path";
import { hostOfPath, languageOfPath } from "../../languages.ts";
import { statOrError } from "../../workspace/files/file-status.ts";
import { foldersBelow } from "../../workspace/files/find-files.ts";
import { parentOf } from "../../workspace/files/parents.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { configName, Workspace } from "../../workspace/workspace.ts";
import type { Io } from "../io.ts";
import { readSettings } from "../settings.ts";
import { WatchedFolders } from "./folders.ts";

/** An editor that saves several files, or `git checkout`, causes many events at once. */
const quietTime = 100;

/**
 * Runs the work now and after each change around the paths, or of the other files that it used, until an interrupt. Returns the
 * exit code.
 */
export function watchPaths(
  paths: readonly string[],
  io: Io,
  work: (io: Io) => unknown,
  used: () => ReadonlySet<string>,
): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  let shown: string | undefined;
  const folders = new WatchedFolders(
    (path) => {
      const isMeant = path === undefined || used().has(path) || isRelevant(path);
      if (!isMeant && !folders.has(path)) return;
      clearTimeout(timer);
      timer = setTimeout(run, quietTime);
    },
    (code) => io.err(`weir: Some folders cannot be watched (${code}). Pass fewer paths.\n`),
  );
  const run = () => {
    // Start watching before the work, so that no change in between is missed.
    const around = foldersOf(paths, io);
    folders.set(new Set([...around, ...foldersAround(used())]));
    const output = outputOf(io, work);
    folders.set(new Set([...around, ...foldersAround(used())]));
    if (output !== shown) show(output, io);
    shown = output;
  };
  return new Promise((resolve) => {
    io.onInterrupt?.((status) => {
      clearTimeout(timer);
      folders.close();
      resolve(status);
    });
    run();
  });
}

/** Whether a path is a checked file, a configuration file or a folder. A name without an extension may be a deleted folder. */
function isRelevant(path: string): boolean {
  const base = path.split("/").at(-1) ?? "";
  if (base === ".gitignore" || !base.includes(".")) return true;
  if (languageOfPath(base) !== undefined || hostOfPath(base) !== undefined) return true;
  if (/\.tfvars$/i.test(base)) return true;
  const found = statOrError(path);
  return found !== undefined && !("error" in found) && found.isDirectory();
}

/** The folders to watch: the folders of the paths and below, and the folders of their settings. */
function foldersOf(paths: readonly string[], { cwd }: Io): Set<string> {
  const workspace = new Workspace((path) => readSettings(path, cwd));
  const starts = (paths.length === 0 ? ["."] : paths).map((it) => startOf(it, cwd));
  const settings = starts.flatMap((it) => workspace.configFor(`${it}/${configName}`)?.folder ?? []);
  return new Set([...starts.flatMap(foldersIn), ...settings]);
}

function foldersAround(files: ReadonlySet<string>): Set<string> {
  return new Set(Array.from(files, (it) => parentOf(it) ?? it));
}

/** The folder to start from: the path itself, the parent of a file, or the working folder for a glob. */
function startOf(path: string, cwd: string): string {
  const file = withForwardSlashes(resolve(cwd, path));
  const found = statOrError(file);
  if (!found || "error" in found) return withForwardSlashes(cwd);
  return found.isDirectory() ? file : `${parentOf(file) ?? cwd}/.`;
}

/** A file needs only its own folder. */
function foldersIn(start: string): string[] {
  return start.endsWith("/.") ? [start.slice(0, -2)] : foldersBelow(start);
}

/** Collects the output, because an unchanged result is not printed again. */
function outputOf(io: Io, work: (io: Io) => unknown): string {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  work(
    Object.create(io, { out: { value: write }, err: { value: write }, progress: { value: false } }),
  );
  return text;
}

const clearScreen = "\u001b[2J\u001b[3J\u001b[H";

function show(text: string, io: Io): void {
  if (io.progress) io.err(clearScreen);
  io.out(text);
  if (io.progress) io.err("\nWatching for changes. Press Ctrl+C to stop.\n");
}
