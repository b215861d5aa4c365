import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { blobHash, git } from "../../workspace/git.ts";
import { UsageError } from "../io.ts";

/** A configuration consists of these; the last ones are what Terraform reads with functions such as `templatefile`. */
const isRead =
  /\.(?:cfrule|lpfilter|lpjob|tf|tofu|tfvars|json|ya?ml|md|markdown|tftpl|tpl|tmpl|txt|csv)$/i;

/** More files are not read at once. */
const atOnce = 8;

/** Calls back with a folder that has the files of a commit, at the place of `folder`. */
export async function withCommit<Result>(
  folder: string,
  commit: string,
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  if (commit === "" || commit.startsWith("-")) throw new UsageError(`Invalid commit '${commit}'.`);
  const [root, prefix] = [
    await outputOf(
      ["rev-parse", "--show-toplevel"],
      folder,
      "This folder is not in a Git repository.",
    ),
    await outputOf(
      ["rev-parse", "--show-prefix"],
      folder,
      "This folder is not in a Git repository.",
    ),
  ];
  const unknown = `Unknown commit '${commit}'. Is it fetched?`;
  const listed = await outputOf(["ls-tree", "-r", "-z", commit], root, unknown);
  const copy = mkdtempSync(join(tmpdir(), "weir-review-"));
  try {
    const files = listed.split("\0").flatMap((line) => {
      const [, mode = "", hash = "", path = ""] = /^(\d+) blob (\w+)\t(.*)$/s.exec(line) ?? [];
      return mode.startsWith("100") && isRead.test(path) ? [{ hash, path }] : [];
    });
    for (let at = 0; at < files.length; at += atOnce)
      await Promise.all(files.slice(at, at + atOnce).map((it) => copyOf(it, root, copy)));
    const here = resolve(copy, prefix);
    mkdirSync(here, { recursive: true });
    return await use(here);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function outputOf(args: readonly string[], folder: string, problem: string): Promise<string> {
  const found = await git(args, folder);
  if (!("out" in found)) throw new UsageError(problem);
  return found.out.replace(/\r?\n$/, "");
}

interface CommittedFile {
  readonly hash: string;
  readonly path: string;
}

/** Most files are the same as in the working tree. */
async function copyOf({ hash, path }: CommittedFile, root: string, copy: string): Promise<void> {
  const [from, to] = [resolve(root, path), resolve(copy, path)];
  mkdirSync(dirname(to), { recursive: true });
  if (hashOf(from, hash.length) === hash) {
    copyFileSync(from, to);
    return;
  }
  const found = await git(["cat-file", "blob", hash], root);
  if ("out" in found) writeFileSync(to, found.out);
}

/** Undefined if the file cannot be read. */
function hashOf(file: string, length: number): string | undefined {
  try {
    return blobHash(readFileSync(file), length);
  } catch {
    return undefined;
  }
}
