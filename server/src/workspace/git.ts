import { createHash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import process from "node:process";
import { type ProgramResult, runProgram } from "./programs.ts";

/** Settings with which Git runs nothing that a repository names, whatever else it would do for these commands. */
const safe = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["core.gitProxy", ""],
  ["diff.external", ""],
  ["protocol.allow", "never"],
  // A folder of the repository that looks like a repository has settings of its own.
  ["safe.bareRepository", "explicit"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Runs Git in a folder. */
export function git(args: readonly string[], folder: string): Promise<ProgramResult> {
  const whole = ["--no-pager", ...safe, "-C", folder, ...args];
  return runProgram("git", whole, folder, environment());
}

/** Prevents Git from fetching in a partial clone, which would run commands that the repository configures. */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, ...env } = process.env;
  // In hooks, they may be relative to another folder.
  const kept = Object.entries({ GIT_DIR, GIT_WORK_TREE }).filter(([, it]) => it && isAbsolute(it));
  // The index of a running 'git commit --all'. Hooks start at the root of the work tree.
  if (GIT_INDEX_FILE) kept.push(["GIT_INDEX_FILE", resolve(GIT_INDEX_FILE)]);
  return {
    ...env,
    ...Object.fromEntries(kept),
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** The first line of what Git writes to standard error. */
export function complaintOf(complaint: string): string | undefined {
  return complaint
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "");
}

/** The name of a content as Git computes it. `length` is the length of the names in the repository. */
export function blobHash(content: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}
