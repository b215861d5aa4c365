import { type Declarations, declarationsIn } from "./declarations.ts";
import type { Source } from "./values/value.ts";

/** Access to files. Paths are absolute, with `/`; they may be URIs. */
export interface TerraformFiles {
  /** Undefined if there is no such file, or if it is not in the workspace. */
  read(path: string): string | undefined;
  /** The names of the files in a folder. */
  list(folder: string): readonly string[];
  /** Whether Git ignores the file. */
  isIgnored(path: string): boolean;
  /** All files that are read in a run, if that is known. */
  known?(): readonly string[];
  /** How a path is named in what is found: a URI in an editor. */
  nameOf?(path: string): string;
  /** Changes when a file is changed, added or deleted. */
  readonly version: number;
}

/** The Terraform files of a workspace, each parsed once for its text. */
export class TerraformFolders {
  private readonly parsed = new Map<string, Declarations>();
  private readonly sources = new Map<string, Source>();
  private readonly relevant = new Map<string, boolean>();
  private readonly further = new Map<string, boolean>();

  private called: ReadonlySet<string> | undefined;
  private version = 0;

  private constructor(private readonly files: TerraformFiles) {}

  static of(files: TerraformFiles): TerraformFolders {
    const folders = all.get(files) ?? new TerraformFolders(files);
    all.set(files, folders);
    if (folders.version !== files.version) folders.forget();
    folders.version = files.version;
    return folders;
  }

  private forget(): void {
    this.relevant.clear();
    this.further.clear();
    this.called = undefined;
    for (const known of [this.parsed, this.sources]) if (known.size > mostKept) known.clear();
  }

  /** The declarations of the files in a folder. `own` is a file whose text is known. */
  in(
    folder: string,
    own?: { readonly path: string; readonly text: string },
  ): readonly Declarations[] {
    const names = this.files.list(folder).filter(isTerraformName);
    const paths = names.slice(0, mostFiles).map((it) => `${folder}/${it}`);
    if (own && !paths.includes(own.path)) paths.push(own.path);
    // Overrides are read last.
    const order = paths.sort((a, b) => Number(isOverride(a)) - Number(isOverride(b)));
    return order.flatMap((path) => {
      const text = path === own?.path ? own.text : this.files.read(path);
      const source = text === undefined ? undefined : this.sourceOf(path, text);
      return source ? [this.declared(source)] : [];
    });
  }

  /** The files with values of a root module, in the order in which later ones win. */
  values(folder: string): readonly Source[] {
    const names = this.files.list(folder);
    const automatic = names.filter((it) => /\.auto\.tfvars(?:\.json)?$/.test(it)).sort();
    const all = ["terraform.tfvars", "terraform.tfvars.json"].filter((it) => names.includes(it));
    return [...all, ...automatic].flatMap((it) => this.source(`${folder}/${it}`) ?? []);
  }

  source(path: string): Source | undefined {
    const text = this.files.read(path);
    return text === undefined || text.length > mostText ? undefined : this.sourceOf(path, text);
  }

  /** Whether a folder has texts of ours, in its files or in the modules that they call. */
  isRelevant(folder: string, depth = 0): boolean {
    const known = this.relevant.get(folder);
    if (known !== undefined || depth > mostDepth) return known ?? false;
    // A module that calls itself.
    this.relevant.set(folder, false);
    const names = this.files.list(folder).filter(isTerraformName);
    const isFound = names.some((name) => {
      const text = this.files.read(`${folder}/${name}`) ?? "";
      if (text.includes("cloudflare_") && !/\.json$/i.test(name)) return true;
      return localSources(text).some((it) => {
        const inner = resolved(folder, it);
        return inner !== undefined && this.isRelevant(inner, depth + 1);
      });
    });
    this.relevant.set(folder, isFound);
    return isFound;
  }

  /**
   * Whether a call with that source is read from that folder. A module with calls of its own is read from where the chain of calls
   * starts: reading all of it from each folder takes too long.
   */
  isReadFrom(folder: string, source: string): boolean {
    const inner = resolved(folder, source);
    if (inner === undefined || !this.isRelevant(inner)) return false;
    return !this.leadsFurther(inner) || !this.isCalled(folder);
  }

  /** Whether a folder calls modules with texts of ours. */
  private leadsFurther(folder: string): boolean {
    const known = this.further.get(folder);
    if (known !== undefined) return known;
    const names = this.files.list(folder).filter(isTerraformName);
    const isFound = names.some((name) =>
      localSources(this.files.read(`${folder}/${name}`) ?? "").some((it) => {
        const inner = resolved(folder, it);
        return inner !== undefined && this.isRelevant(inner);
      }),
    );
    this.further.set(folder, isFound);
    return isFound;
  }

  /** Whether a module of another folder calls this one, so that its own calls are read from there, with their arguments. */
  private isCalled(folder: string): boolean {
    this.called ??= this.calledFolders();
    return this.called.has(folder);
  }

  private calledFolders(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const path of this.files.known?.() ?? []) {
      if (!isTerraformName(path.slice(path.lastIndexOf("/") + 1))) continue;
      const from = folderOf(path);
      for (const it of localSources(this.files.read(path) ?? "")) {
        const inner = resolved(from, it);
        if (inner !== undefined && inner !== from) found.add(inner);
      }
    }
    return found;
  }

  nameOf(folder: string): string {
    return this.files.nameOf?.(folder) ?? folder;
  }

  private sourceOf(path: string, text: string): Source {
    const known = this.sources.get(path);
    if (known?.text === text) return known;
    const { files } = this;
    let isIgnored: boolean | undefined;
    const source: Source = {
      path,
      name: files.nameOf?.(path),
      text,
      get isIgnored() {
        isIgnored ??= files.isIgnored(path);
        return isIgnored;
      },
    };
    this.sources.set(path, source);
    return source;
  }

  private declared(source: Source): Declarations {
    const known = this.parsed.get(source.path);
    if (known?.source === source) return known;
    const found = declarationsIn(source);
    this.parsed.set(source.path, found);
    return found;
  }
}

const all = new WeakMap<TerraformFiles, TerraformFolders>();

/** The sources of modules that are folders of the workspace. */
export function localSources(text: string): readonly string[] {
  if (!text.includes("module")) return [];
  return Array.from(
    text.matchAll(/\bsource"?\s*[=:]\s*"(\.\.?\/[^"$%\\]*)"/g),
    (it) => it[1] ?? "",
  );
}

export function isTerraformName(name: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/i.test(name) && !name.startsWith(".");
}

function isOverride(path: string): boolean {
  return /[/_]override\.(?:tf|tofu)(?:\.json)?$/i.test(path);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A path that counts from a folder. Undefined if it leads above the root. */
export function resolved(folder: string, path: string): string | undefined {
  const isAbsolute = path.startsWith("/") || /^[A-Za-z]:/.test(path);
  if (isAbsolute) return /\/\.\.(?:\/|$)/.test(path) ? undefined : path;
  const parts = folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.length < 2) return undefined;
      parts.pop();
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** From a folder to one beside or below it. */
export function relativePath(from: string, to: string): string {
  const [a, b] = [from.split("/"), to.split("/")];
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  const path = [...a.slice(shared).map(() => ".."), ...b.slice(shared)].join("/");
  return path === "" ? "." : path;
}

const mostFiles = 500;
const mostKept = 2_000;
const mostDepth = 10;
/** Of a file that an expression reads. */
const mostText = 1_000_000;
