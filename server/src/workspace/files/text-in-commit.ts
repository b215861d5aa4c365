import { existsSync } from "node:fs";
import { dirname, isAbsolute, relative } from "node:path";
import process from "node:process";
import { type ProgramResult, runProgram } from "../programs.ts";
import { withForwardSlashes } from "./paths.ts";

/** The text of a file in a commit of its Git repository. */
export async function textInCommit(
  file: string,
  name: string,
  commit: string,
): Promise<{ readonly text: string } | { readonly error: string }> {
  // Git would treat it as an option.
  if (commit.startsWith("-") || commit === "") return { error: `Invalid commit '${commit}'.` };
  // The folder may have been removed since.
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const path = withForwardSlashes(relative(folder, file));
  const found = await git(["cat-file", "blob", `${commit}:./${path}`], folder);
  if ("out" in found) return { text: found.out.replace(/^\ufeff/, "") };
  return { error: refusal(found.error, name, commit, found.complaint) };
}

/** The names of the files in a folder, as of a commit. None if they cannot be listed. */
export async function namesInCommit(folder: string, commit: string): Promise<readonly string[]> {
  if (commit.startsWith("-")) return [];
  const found = await git(["ls-tree", "-z", "--name-only", commit, "./"], folder);
  return "out" in found ? found.out.split("\0").filter((it) => it !== "") : [];
}

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

function git(args: readonly string[], folder: string): Promise<ProgramResult> {
  const whole = ["--no-pager", ...safe, "-C", folder, ...args];
  return runProgram("git", whole, folder, environment());
}

/** Prevents Git from fetching in a partial clone, which would run commands that the repository configures. */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, ...env } = process.env;
  // In hooks, they may be relative to another folder.
  const kept = Object.entries({ GIT_DIR, GIT_WORK_TREE }).filter(([, it]) => it && isAbsolute(it));
  return {
    ...env,
    ...Object.fromEntries(kept),
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}

function refusal(error: Error, name: string, commit: string, complaint: string): string {
  if ("code" in error && error.code === "ENOENT")
    return "A comparison with a commit needs Git, which was not found.";
  if (/transport '|lazy fetch/.test(complaint))
    return `'${name}' in '${commit}' is not in this partial clone. Fetch it first, as with 'git show ${commit}:./${name}'.`;
  const reason = complaint
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "");
  return `Cannot read '${name}' in '${commit}'${reason ? ` (${reason})` : ""}.`;
}
