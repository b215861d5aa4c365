import type { Environment, TerraformFiles } from "../languages.ts";
import { isBelow } from "./files/parents.ts";
import { blobHash, git } from "./git.ts";

/**
 * The files of a workspace as they were in a commit. Files that Git ignores are in no commit, and are used as they are now.
 * A text that is not known yet is missing until it was loaded: see `whenLoaded`.
 */
export class TerraformCommit implements TerraformFiles {
  version = 0;
  private readonly texts = new Map<string, string | undefined>();
  private readonly wanted = new Set<string>();

  private constructor(
    private readonly now: TerraformFiles,
    private readonly folder: string,
    private readonly commit: string,
    /** The hashes of the contents, by path. */
    private readonly hashes: ReadonlyMap<string, string>,
  ) {}

  /** The files below a folder. Without Git or the commit, none is known. */
  static async of(now: TerraformFiles, folder: string, commit: string): Promise<TerraformCommit> {
    const found = commit.startsWith("-")
      ? { out: "" }
      : await git(["ls-tree", "-r", "-z", commit], folder);
    const lines = "out" in found ? found.out.split("\0") : [];
    const rows = lines.flatMap((line) => {
      const [, hash = "", path = ""] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
      return path === "" ? [] : [[`${folder}/${path}`, hash] as const];
    });
    return new TerraformCommit(now, folder, commit, new Map(rows));
  }

  /** Of all files. */
  paths(): readonly string[] {
    return [...this.hashes.keys()];
  }

  environments(root: string): readonly Environment[] | undefined {
    return this.now.environments?.(root);
  }

  toJSON(): string {
    return `${this.folder} ${this.commit} ${this.version}`;
  }

  read(path: string): string | undefined {
    const hash = this.hashes.get(path);
    if (hash === undefined) return this.now.isIgnored(path) ? this.now.read(path) : undefined;
    if (this.texts.has(hash)) return this.texts.get(hash);
    const text = this.now.read(path);
    if (text !== undefined && blobHash(Buffer.from(text), hash.length) === hash) return text;
    this.wanted.add(hash);
    return undefined;
  }

  list(folder: string): readonly string[] {
    const below = [...this.hashes.keys()].filter((it) => isBelow(it, folder));
    const nameIn = (it: string) => it.slice(folder.length + 1).split("/", 1)[0] ?? "";
    const ignored = this.now
      .list(folder)
      .map((it) => `${folder}/${it}`)
      .filter((it) => !this.hashes.has(it) && this.now.isIgnored(it));
    return [...new Set([...below, ...ignored].map(nameIn))];
  }

  isIgnored(path: string): boolean {
    return !this.hashes.has(path) && isBelow(path, this.folder) && this.now.isIgnored(path);
  }

  /** Repeats a computation until all texts that it reads are known. */
  async whenLoaded<Result>(compute: () => Result): Promise<Result> {
    for (;;) {
      const result = compute();
      if (this.wanted.size === 0) return result;
      await Promise.all([...this.wanted].map((hash) => this.load(hash)));
      this.wanted.clear();
      this.version++;
    }
  }

  private async load(hash: string): Promise<void> {
    const found = await git(["cat-file", "blob", hash], this.folder);
    this.texts.set(hash, "out" in found ? found.out.replace(/^\ufeff/, "") : undefined);
  }
}
