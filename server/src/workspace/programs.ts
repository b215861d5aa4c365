import { execFile } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, posix, win32 } from "node:path";
import process from "node:process";

/** The system that programs are searched on. Replaced in tests. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  isFile(path: string): boolean;
  /** With links resolved; the path itself if it does not exist. */
  real(path: string): string;
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
  real(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return path;
    }
  },
};

/**
 * The absolute path of a program on the PATH. Nothing of a repository is executed: relative entries are ignored, and so are
 * those inside `outside`, the working folder and the repositories of the files. Windows would search the working folder first.
 */
export function findProgram(
  name: string,
  outside: readonly string[],
  machine: Machine = thisMachine,
): string | undefined {
  const isWindows = machine.platform === "win32";
  const { delimiter, join } = isWindows ? win32 : posix;
  const names = isWindows ? extensionsOf(machine).map((it) => name + it) : [name];
  // The home folder, a root and what is around them are not a repository of others, and have the user's own programs.
  const folders = outside.filter((it) => !isInside(machine.home, it, machine));
  const isForeign = (path: string) => !folders.some((it) => isInside(path, it, machine));
  for (const entry of (variable("PATH", machine) ?? "").split(delimiter)) {
    const folder = entry.replace(/^"(.*)"$/, "$1");
    if (!isFixed(folder, isWindows) || !isForeign(folder)) continue;
    const found = names.map((it) => join(folder, it)).find((it) => machine.isFile(it));
    if (found !== undefined && isForeign(found)) return found;
  }
  return undefined;
}

/** Scripts such as `.cmd` need a shell, which would interpret the arguments. */
function extensionsOf(machine: Machine): string[] {
  const wanted = (variable("PATHEXT", machine) ?? ".COM;.EXE").split(";");
  return wanted.filter((it) => /^\.(com|exe)$/i.test(it));
}

/** The names of variables have no letter case on Windows. */
function variable(name: string, { env, platform }: Machine): string | undefined {
  if (platform !== "win32") return env[name];
  return Object.entries(env).find(([it]) => it.toUpperCase() === name)?.[1];
}

/** Not relative to a working folder or drive. */
function isFixed(folder: string, isWindows: boolean): boolean {
  return isWindows ? /^([a-z]:[\\/]|\\\\[^\\])/i.test(folder) : folder.startsWith("/");
}

function isInside(path: string, folder: string, machine: Machine): boolean {
  const isWindows = machine.platform === "win32";
  const { relative, isAbsolute } = isWindows ? win32 : posix;
  // The relative path of Windows ignores the letter case; macOS has file systems that do, too.
  const shape = (it: string) => (machine.platform === "darwin" ? it.toLowerCase() : it);
  return [(it: string) => it, (it: string) => machine.real(it)].some((resolved) => {
    const from = relative(shape(resolved(folder)), shape(resolved(path)));
    return !isAbsolute(from) && from !== ".." && !/^\.\.[\\/]/.test(from);
  });
}

/** The repository around a folder, or the folder itself. */
function repositoryOf(folder: string): string {
  for (let it = folder; ; it = dirname(it)) {
    if (existsSync(`${it}/.git`)) return it;
    if (dirname(it) === it) return folder;
  }
}

export type ProgramResult =
  | { readonly out: string }
  | { readonly error: Error; readonly complaint: string };

const mostBytes = 16 * 1024 * 1024;

/**
 * Starts a program that reads a folder, and returns what it prints. This file is the only one that starts programs. Its working folder is its
 * own, because programs and the libraries they load may be searched there; the arguments name the folder.
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<ProgramResult> {
  const program = findProgram(name, [process.cwd(), folder, repositoryOf(folder)]);
  if (program === undefined)
    return { error: Object.assign(new Error("ENOENT"), { code: "ENOENT" }), complaint: "" };
  const options = { cwd: dirname(program), env, maxBuffer: mostBytes, windowsHide: true };
  return await new Promise((resolve) => {
    execFile(program, args, options, (error, out, complaint) =>
      resolve(error ? { error, complaint } : { out }),
    );
  });
}

/** Runs a program that a person agreed to, with a text as its input: one on the PATH, or an absolute path. */
export async function runAgreedProgram(
  [name = "", ...args]: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const here = process.cwd();
  const isPath = /[/\\]/.test(name);
  const program = isPath ? name : findProgram(name, [here, repositoryOf(here)]);
  if (program === undefined)
    return { error: Object.assign(new Error("ENOENT"), { code: "ENOENT" }), complaint: "" };
  // In the home folder: a relative path never means a file of the repository.
  const options = { cwd: homedir(), env, maxBuffer: mostBytes, windowsHide: true, signal };
  return await new Promise((resolve) => {
    const child = execFile(program, args, options, (error, out, complaint) =>
      resolve(error ? { error, complaint: complaint || out } : { out }),
    );
    // A program that does not read its input says why it ended.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
