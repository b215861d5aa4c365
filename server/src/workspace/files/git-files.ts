import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { complaintOf, git } from "../git.ts";
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

function refusal(error: Error, name: string, commit: string, complaint: string): string {
  if ("code" in error && error.code === "ENOENT")
    return "A comparison with a commit needs Git, which was not found.";
  if (/transport '|lazy fetch/.test(complaint))
    return `'${name}' in '${commit}' is not in this partial clone. Fetch it first, as with 'git show ${commit}:./${name}'.`;
  const reason = complaintOf(complaint);
  return `Cannot read '${name}' in '${commit}'${reason ? ` (${reason})` : ""}.`;
}

/** The paths of the files below a folder that are staged in Git, relative to it, with `/`. */
export async function stagedFiles(
  folder: string,
): Promise<readonly string[] | { readonly error: string }> {
  const found = await git(
    ["diff", "--cached", "--name-only", "--diff-filter=ACMR", "--relative", "--no-ext-diff", "-z"],
    folder,
  );
  if ("out" in found) return found.out.split("\0").filter((it) => it !== "");
  if ("code" in found.error && found.error.code === "ENOENT")
    return { error: "'--staged' needs Git, which was not found." };
  // Outside a repository, 'git diff' compares two files and has no such option.
  if (/not a git repository|unknown option .cached/i.test(found.complaint))
    return { error: "'--staged' needs a Git repository, and this folder is in none." };
  return { error: `Git cannot list the staged files (${complaintOf(found.complaint)}).` };
}

/** The staged text of a file. Undefined if Git cannot read it. Filters of the repository are not run. */
export async function stagedText(folder: string, path: string): Promise<string | undefined> {
  const found = await git(["cat-file", "blob", `:./${path}`], folder);
  return "out" in found ? found.out : undefined;
}
