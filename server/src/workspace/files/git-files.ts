import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { complaintOf, git } from "../git.ts";
import type { ProgramResult } from "../programs.ts";
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

/** The contents of a commit of the index. Paths are absolute, with `/`. */
export interface StagedFiles {
  /** The files that it adds, changes and deletes. */
  readonly changed: ReadonlySet<string>;
  readonly deleted: readonly string[];
  /** The texts of files that differ on disk, and of the others that are needed. Undefined if Git cannot read one. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  /** Files that are only on disk. */
  readonly untracked: ReadonlySet<string>;
}

/** The staged files of the repository around a folder. */
export async function stagedFiles(
  folder: string,
  isNeeded: (path: string) => boolean,
): Promise<StagedFiles | { readonly error: string }> {
  const list = (...args: readonly string[]) => git(args, folder);
  const names = ["--name-only", "--no-renames", "--no-ext-diff", "-z"];
  const [up, ...found] = await Promise.all([
    git(["rev-parse", "--show-cdup"], folder),
    list("diff", "--cached", "--diff-filter=AMT", ...names),
    list("diff", "--cached", "--diff-filter=D", ...names),
    list("diff", "--diff-filter=MT", ...names),
    list("ls-files", "-z", "--others", "--exclude-standard", "--full-name", ":/"),
  ]);
  for (const it of [up, ...found]) if ("error" in it) return { error: refusalOfStaged(it) };
  const top = withForwardSlashes(resolve(folder, "out" in up ? up.out.trim() : ""));
  const [changed = [], deleted = [], modified = [], untracked = []] = found.map((it) =>
    "out" in it
      ? it.out.split("\0").flatMap((path) => (path === "" ? [] : [`${top}/${path}`]))
      : [],
  );
  const texts = new Map<string, string | undefined>();
  // One after the other, because each is a process.
  for (const it of new Set([...changed.filter(isNeeded), ...modified]))
    texts.set(it, await stagedText(it.slice(top.length + 1), top));
  const all = new Set([...changed, ...deleted]);
  return { changed: all, deleted, texts, untracked: new Set(untracked) };
}

function refusalOfStaged({ error, complaint }: Extract<ProgramResult, { error: Error }>): string {
  if ("code" in error && error.code === "ENOENT")
    return "'--staged' needs Git, which was not found.";
  // Outside a repository, 'git diff' compares two files and has no such option.
  if (/not a git repository|unknown option .cached/i.test(complaint))
    return "'--staged' needs a Git repository, and this folder is in none.";
  return `Git cannot list the staged files (${complaintOf(complaint)}).`;
}

/** Filters of the repository are not run. */
async function stagedText(path: string, top: string): Promise<string | undefined> {
  const found = await git(["cat-file", "blob", `:${path}`], top);
  return "out" in found ? found.out : undefined;
}
