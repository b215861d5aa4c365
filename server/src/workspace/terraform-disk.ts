import { readdirSync } from "node:fs";
import type { Environment, TerraformFiles } from "../languages.ts";
import { filesIn } from "./files/find-files.ts";
import { readOwnFile } from "./files/own-files.ts";
import { isBelow, parentOf } from "./files/parents.ts";

interface DiskOptions {
  readonly known?: () => readonly string[];
  /** The text of a file of the run. Undefined for others, and if it cannot be read. */
  readonly readKnown?: (path: string) => string | undefined;
  /** How many characters are kept. */
  readonly mostKept?: number;
  /** The text that a file is to get. */
  readonly instead?: (path: string) => string | undefined;
  /** Whether a file is treated as missing. */
  readonly isAbsent?: (path: string) => boolean;
  /** The environments of a root module. */
  readonly environments?: (root: string) => readonly Environment[] | undefined;
}

/** The files of a workspace on disk, each read once. */
export class TerraformDisk implements TerraformFiles {
  version = 0;
  private readonly texts = new Map<string, string | undefined>();
  private readonly folders = new Map<string, readonly string[]>();
  /** By folder, the files that Git does not ignore. */
  private readonly tracked = new Map<string, ReadonlySet<string>>();
  private kept = 0;

  /** All files that are analyzed in the run. */
  readonly known: () => readonly string[];
  readonly environments: (root: string) => readonly Environment[] | undefined;
  private readonly mostKept: number;
  private readonly instead: (path: string) => string | undefined;
  private readonly isAbsent: (path: string) => boolean;
  private readonly readKnown: (path: string) => string | undefined;

  constructor(
    readonly root: string,
    {
      known = () => [],
      readKnown = () => undefined,
      mostKept = 64_000_000,
      instead = () => undefined,
      isAbsent = () => false,
      environments = () => undefined,
    }: DiskOptions = {},
  ) {
    this.known = known;
    this.readKnown = readKnown;
    this.mostKept = mostKept;
    this.instead = instead;
    this.isAbsent = isAbsent;
    this.environments = environments;
  }

  /** A part of contexts, which are compared. The values that depend on it are in the texts. */
  toJSON(): string {
    return this.root;
  }

  /** Call after files were changed. */
  forget(): void {
    this.version++;
    this.texts.clear();
    this.folders.clear();
    this.kept = 0;
  }

  read(path: string): string | undefined {
    const known = this.texts.get(path);
    if (known !== undefined || this.texts.has(path)) return known;
    const text = this.readNow(path);
    this.kept += text?.length ?? 0;
    if (this.kept < this.mostKept) this.texts.set(path, text);
    return text;
  }

  /** The text of a file that was read already, if it is text. */
  readBefore(path: string): string | undefined {
    const text = this.texts.get(path);
    return text?.includes("\ufffd") ? undefined : text;
  }

  list(folder: string): readonly string[] {
    const known = this.folders.get(folder) ?? this.listNow(folder);
    this.folders.set(folder, known);
    return known;
  }

  isIgnored(path: string): boolean {
    const folder = parentOf(path) ?? "";
    const tracked =
      this.tracked.get(folder) ?? new Set(filesIn(folder, () => true).map((it) => it.path));
    this.tracked.set(folder, tracked);
    return !tracked.has(path);
  }

  private readNow(path: string): string | undefined {
    if (!isBelow(path, this.root) || this.isAbsent(path)) return undefined;
    const text = this.instead(path) ?? this.readKnown(path);
    if (text !== undefined) return text;
    try {
      return readOwnFile(path, this.root)
        .toString()
        .replace(/^\ufeff/, "");
    } catch {
      return undefined;
    }
  }

  private listNow(folder: string): readonly string[] {
    if (folder !== this.root && !isBelow(folder, this.root)) return [];
    try {
      const names = readdirSync(folder === "" ? "/" : folder);
      return names.filter((it) => !this.isAbsent(`${folder}/${it}`));
    } catch {
      return [];
    }
  }
}
