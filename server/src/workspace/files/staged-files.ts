import { complaintOf, git } from "../git.ts";

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
