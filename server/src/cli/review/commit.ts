import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { addAll } from "../../text/add-all.ts";
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
    const contents = new Map<string, Buffer | string>();
    for (let at = 0; at < files.length; at += atOnce)
      await Promise.all(
        files.slice(at, at + atOnce).map(async (it) => {
          const content = unchanged(it, root) ?? (await committed(it, root));
          if (content !== undefined) contents.set(it.path, content);
        }),
      );
    const plain = plainFolders(contents);
    for (const [path, content] of contents) {
      if (plain.has(posix.dirname(path))) continue;
      const to = resolve(copy, path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, content);
    }
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

/** Most files are the same as in the working tree. Undefined if the file cannot be read, or is another. */
function unchanged({ hash, path }: CommittedFile, root: string): Buffer | undefined {
  try {
    const bytes = readFileSync(resolve(root, path));
    return blobHash(bytes, hash.length) === hash ? bytes : undefined;
  } catch {
    return undefined;
  }
}

async function committed({ hash }: CommittedFile, root: string): Promise<string | undefined> {
  const found = await git(["cat-file", "blob", hash], root);
  return "out" in found ? found.out : undefined;
}

/** Folders that decide nothing: they only have Terraform without a word of ours, and no file of another folder names them. */
function plainFolders(contents: ReadonlyMap<string, Buffer | string>): ReadonlySet<string> {
  const folders = new Map<string, CommittedText[]>();
  for (const [path, content] of contents) {
    const folder = posix.dirname(path);
    const known = folders.get(folder) ?? [];
    folders.set(folder, known);
    known.push({ path, text: content.toString() });
  }
  const isPlain = ({ path, text }: CommittedText) =>
    /\.(?:tf|tofu)$/i.test(path) && !ours.test(text);
  const plain = new Set([...folders].flatMap(([it, all]) => (all.every(isPlain) ? [it] : [])));
  const waiting = [...folders].flatMap(([it, all]) => (plain.has(it) ? [] : all));
  // More are added while they are visited.
  for (const { path, text } of waiting) {
    // The path of a module may be computed.
    if (computedSource.test(text)) return new Set();
    for (const [, named = ""] of text.matchAll(/"(\.\.?\/[^"\n]*)"/g)) {
      const folder = posix.join(posix.dirname(path), named).replace(/\/$/, "");
      if (plain.delete(folder)) addAll(waiting, folders.get(folder) ?? []);
    }
  }
  return plain;
}

interface CommittedText {
  readonly path: string;
  readonly text: string;
}

/** As in Terraform files that may have texts of ours; modules get values, and give some. */
const ours = /weir:|cloudflare_|\bmodule\b/;

const computedSource = /\bsource"?\s*[=:]\s*(?:[a-z]|"[^"\n]*\$\{)/;
