import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import { addAll } from "../../text/add-all.ts";
import { Declarations, isOverride } from "./declarations.ts";
import { type Environment, variablesText } from "./values/environment.ts";
import type { Source } from "./values/value.ts";

/** Access to files. Paths are absolute, with `/`; they may be URIs. */
export interface TerraformFiles {
  /** Undefined if there is no such file, or if it is not in the workspace. */
  read(path: string): string | undefined;
  /** The names of the files and folders in a folder. */
  list(folder: string): readonly string[];
  /** Whether Git ignores the file. */
  isIgnored(path: string): boolean;
  /** All files that are analyzed in a run, if that is known. */
  known?(): readonly string[];
  /** The environments of a root module, if any are declared. */
  environments?(folder: string): readonly Environment[] | undefined;
  /** A path as diagnostics have it: a URI in an editor. */
  nameOf?(path: string): string;
  /** Changes when a file is changed, added or deleted. */
  readonly version: number;
}

/** A class, because reading from objects that have a getter each is slow, and there are as many as files. */
class FileSource implements Source {
  readonly name: string | undefined;
  private ignored: boolean | undefined;
  private declared: Declarations | undefined;

  constructor(
    private readonly files: TerraformFiles,
    readonly path: string,
    readonly text: string,
  ) {
    this.name = files.nameOf?.(path);
  }

  get isIgnored(): boolean {
    this.ignored ??= !isDownloaded(this.path) && this.files.isIgnored(this.path);
    return this.ignored;
  }

  get declarations(): Declarations {
    this.declared ??= new Declarations(this);
    return this.declared;
  }
}

/** The Terraform files of a workspace, each parsed once for its text. */
export class TerraformFolders {
  private readonly sources = new Map<string, FileSource>();
  private unlisted: FileSource | undefined;
  private readonly relevant = new Map<string, boolean>();
  /** By file, the folders of the modules that it calls. */
  private readonly calls = new Map<string, readonly string[]>();
  private readonly reached = new Map<string, Set<string>>();
  /** By root module, those that Terraform downloaded. */
  private readonly modules = new Map<string, ReadonlyMap<string, string>>();
  /** By folder, its files. */
  private readonly paths = new Map<string, readonly string[]>();
  /** By folder, its files in the order in which they are read. */
  private readonly orders = new Map<string, readonly string[]>();
  private levels: ReadonlyMap<string, number> | undefined;
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
    this.calls.clear();
    this.reached.clear();
    this.modules.clear();
    this.paths.clear();
    this.orders.clear();
    this.levels = undefined;
    if (this.sources.size > mostKept) this.sources.clear();
  }

  /** The declarations of the files in a folder. `own` is a file whose text is known. */
  in(
    folder: string,
    own?: { readonly path: string; readonly text: string },
  ): readonly Declarations[] {
    const listed = this.orderIn(folder);
    const isListed = !own || listed.includes(own.path);
    const order = isListed ? listed : inOrder([...listed, own.path]);
    const found: Declarations[] = [];
    for (const path of order) {
      const text = path === own?.path ? own.text : this.files.read(path);
      if (text === undefined) continue;
      const source = isListed || path !== own?.path ? this.sourceOf(path, text) : this.only(own);
      found.push(source.declarations);
    }
    return found;
  }

  /** A document that is not among the files. Only the last one is kept, because an editor may open thousands. */
  private only({ path, text }: Pick<Source, "path" | "text">): FileSource {
    if (this.unlisted?.path !== path || this.unlisted.text !== text)
      this.unlisted = new FileSource(this.files, path, text);
    return this.unlisted;
  }

  /** Whether a folder has more files than are read. */
  isCut(folder: string): boolean {
    return this.pathsIn(folder).length > mostFiles;
  }

  /** The environments of a root module. Only `undefined`, if it has none. */
  environments(folder: string): readonly (Environment | undefined)[] {
    const found = this.files.environments?.(folder);
    const isNone = found?.some((it) => it.name === undefined) && this.levelOf(folder) > 0;
    return !found || isNone ? [undefined] : found;
  }

  /** Whether an environment of a root module takes values from a file. */
  hasValuesIn(folder: string, path: string): boolean {
    return this.environments(folder).some((it) => it?.varFiles.includes(path));
  }

  /** The files with values of a root module, in the order in which later ones win. */
  values(folder: string, environment?: Environment): readonly Source[] {
    const names = this.files.list(folder);
    const automatic = names.filter((it) => /\.auto\.tfvars(?:\.json)?$/.test(it)).sort();
    const all = ["terraform.tfvars", "terraform.tfvars.json"].filter((it) => names.includes(it));
    const { varFiles = [], variables = {} } = environment ?? {};
    const text = variablesText(variables);
    const own = { path: `${folder}/TF_VAR.tfvars`, text, isIgnored: true };
    const paths = [...[...all, ...automatic].map((it) => `${folder}/${it}`), ...varFiles];
    return [...(text === "" ? [] : [own]), ...paths.flatMap((it) => this.source(it) ?? [])];
  }

  source(path: string): Source | undefined {
    const text = this.files.read(path);
    return text === undefined || text.length > mostText ? undefined : this.sourceOf(path, text);
  }

  /** The files in a folder and those below that are not Terraform, by path. Undefined if there are too many. */
  textsBelow(folder: string): Readonly<Record<string, string>> | undefined {
    const texts: Record<string, string> = {};
    const folders = [folder];
    let left = mostText;
    for (const at of folders)
      for (const name of this.files.list(at)) {
        if (name.startsWith(".") || isTerraformName(name)) continue;
        const path = `${at}/${name}`;
        const text = this.files.read(path);
        if (text === undefined) folders.push(path);
        else texts[path.slice(folder.length)] = text;
        left -= text?.length ?? 1000;
        if (left < 0) return undefined;
      }
    return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The paths of the files below a folder, from there. Undefined if there are too many. */
  filesBelow(folder: string): readonly string[] | undefined {
    const found: string[] = [];
    const inner = [folder];
    for (const at of inner) {
      if (inner.length > mostFiles || found.length > mostFiles) return undefined;
      for (const name of this.files.list(at)) {
        const path = `${at}/${name}`;
        if (this.files.read(path) !== undefined) found.push(path.slice(folder.length + 1));
        else if (!name.startsWith(".")) inner.push(path);
      }
    }
    return found.sort();
  }

  /** Whether a folder has texts of ours, in its files or in the modules that they call. */
  isRelevant(folder: string): boolean {
    const known = this.relevant.get(folder);
    if (known !== undefined) return known;
    // By folder, the one that calls it. More are added while they are visited.
    const callers = new Map<string, string | undefined>([[folder, undefined]]);
    for (const it of callers.keys()) {
      if (this.relevant.get(it) ?? this.hasOurs(it)) {
        for (let at: string | undefined = it; at !== undefined; at = callers.get(at))
          this.relevant.set(at, true);
        return true;
      }
      for (const inner of this.calledFrom(it))
        if (!callers.has(inner) && this.relevant.get(inner) !== false) callers.set(inner, it);
    }
    for (const it of callers.keys()) this.relevant.set(it, false);
    return false;
  }

  private hasOurs(folder: string): boolean {
    return this.textsIn(folder).some((it) => it.includes("cloudflare_"));
  }

  /** A folder, and the folders of the modules that are reached from it. */
  reachedFrom(folder: string): ReadonlySet<string> {
    const reached = this.reached.get(folder) ?? new Set([folder]);
    this.reached.set(folder, reached);
    // More are added while they are visited.
    for (const it of reached) for (const inner of this.calledFrom(it)) reached.add(inner);
    return reached;
  }

  /** The folders of the modules that Terraform downloaded for a root module, by their names with the names of their callers. */
  downloaded(root: string): ReadonlyMap<string, string> {
    const known = this.modules.get(root);
    if (known) return known;
    const text = this.files.read(`${root}/.terraform/modules/modules.json`);
    const found = new Map<string, string>();
    for (const [key, folder] of downloadedIn(text)) {
      const path = resolved(root, folder);
      if (path !== undefined) found.set(key, path);
    }
    this.modules.set(root, found);
    return found;
  }

  /** Of the Terraform files in a folder. */
  textsIn(folder: string): readonly string[] {
    return this.pathsIn(folder).map((it) => this.files.read(it) ?? "");
  }

  /** The folders of the modules that a folder calls. */
  private calledFrom(folder: string): readonly string[] {
    return this.pathsIn(folder).flatMap((it) => this.calledIn(it));
  }

  private calledIn(path: string): readonly string[] {
    const known = this.calls.get(path);
    if (known) return known;
    const sources = new Set(localSources(this.files.read(path) ?? ""));
    const found = [...sources].flatMap((it) => resolved(folderOf(path), it) ?? []);
    this.calls.set(path, found);
    return found;
  }

  private orderIn(folder: string): readonly string[] {
    const order = this.orders.get(folder) ?? inOrder(this.pathsIn(folder).slice(0, mostFiles));
    this.orders.set(folder, order);
    return order;
  }

  private pathsIn(folder: string): readonly string[] {
    const known = this.paths.get(folder);
    if (known) return known;
    const names = this.files.list(folder).filter(isTerraformName);
    const paths = names.map((it) => `${folder}/${it}`);
    this.paths.set(folder, paths);
    return paths;
  }

  /**
   * Whether a call with that source is read from that folder. A chain of calls is read from where it starts, with all arguments;
   * what is too deep for that, from the last call.
   */
  isReadFrom(folder: string, source: string): boolean {
    const inner = resolved(folder, source);
    if (inner === undefined || !this.isRelevant(inner)) return false;
    const level = this.levelOf(folder);
    if (level + 1 < mostLevels) return level === 0;
    return !this.calledFrom(inner).some((it) => this.isRelevant(it));
  }

  private levelOf(folder: string): number {
    this.levels ??= this.levelsOfAll();
    return this.levels.get(folder) ?? 0;
  }

  /** By folder of the run, how many calls lead to it from one that is not called. */
  private levelsOfAll(): ReadonlyMap<string, number> {
    const calls = new Map<string, string[]>();
    for (const path of this.files.known?.() ?? []) {
      if (!isTerraformName(path.slice(path.lastIndexOf("/") + 1))) continue;
      const from = folderOf(path);
      const found = this.calledIn(path).filter((it) => it !== from);
      const known = calls.get(from);
      if (known) addAll(known, found);
      else calls.set(from, found);
    }
    const called = new Set([...calls.values()].flat());
    const levels = new Map<string, number>();
    for (const it of calls.keys()) if (!called.has(it)) levels.set(it, 0);
    // More are added while they are visited, the nearest first.
    for (const [folder, level] of levels)
      for (const it of calls.get(folder) ?? []) if (!levels.has(it)) levels.set(it, level + 1);
    // A circle has no start.
    for (const it of called) if (!levels.has(it)) levels.set(it, mostLevels);
    return levels;
  }

  nameOf(folder: string): string {
    return this.files.nameOf?.(folder) ?? folder;
  }

  private sourceOf(path: string, text: string): FileSource {
    const known = this.sources.get(path);
    if (known?.text === text) return known;
    const source = new FileSource(this.files, path, text);
    this.sources.set(path, source);
    return source;
  }
}

const all = new WeakMap<TerraformFiles, TerraformFolders>();

/** Overrides are read last, by name. */
function inOrder(paths: readonly string[]): readonly string[] {
  return paths.toSorted(
    (a, b) => Number(isOverride(a)) - Number(isOverride(b)) || (a < b ? -1 : 1),
  );
}

/** The sources of modules that are folders of the workspace. */
export function localSources(text: string): readonly string[] {
  if (!text.includes("module")) return [];
  const found = [...text.matchAll(/\bsource"?\s*[=:]\s*"(\.\.?\/[^"$%\\]*)"/g)];
  // As far as the start of its line is near.
  const isCode = ({ index }: RegExpExecArray) =>
    !/(?:^|\n)[ \t]*(?:#|\/\/)[^\n]*$/.test(text.slice(Math.max(0, index - 80), index));
  return found.filter(isCode).map((it) => it[1] ?? "");
}

/** Whether Terraform wrote a file, as a copy of one that is elsewhere. */
export function isDownloaded(path: string): boolean {
  return path.includes("/.terraform/");
}

function downloadedIn(text: string | undefined): readonly (readonly [string, string])[] {
  const { root } = parseJson(text ?? "");
  const modules = root?.kind === "object" ? propertyOf(root, "Modules")?.value : undefined;
  const stringIn = (object: JsonObject, name: string) => {
    const value = propertyOf(object, name)?.value;
    return value?.kind === "string" ? value.value : "";
  };
  return (modules?.kind === "array" ? modules.items : []).flatMap((it) =>
    it.kind === "object" && stringIn(it, "Key") !== ""
      ? [[stringIn(it, "Key"), stringIn(it, "Dir")] as const]
      : [],
  );
}

export function isTerraformName(name: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/i.test(name) && !name.startsWith(".");
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

/** Of modules in each other. */
export const mostLevels = 8;
const mostFiles = 500;
const mostKept = 2_000;
/** Of a file that an expression reads. */
const mostText = 1_000_000;
