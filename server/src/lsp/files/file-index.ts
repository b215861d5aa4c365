import { isFilter, isJob, isRule } from "../../languages.ts";
import { isBelow } from "../../workspace/files/parents.ts";
import { Jobs } from "../../workspace/jobs.ts";
import type { Host, WorkspaceFile } from "./host.ts";
import { keyOf } from "./uris.ts";

/** Access to open documents and files. */
export interface IndexOptions {
  readonly host: Host;
  /** The text of an open document, by key. */
  openText(key: string): string | undefined;
  /** The text of a file, open or not. */
  read(uri: string): string | undefined;
  /** These filters have to be checked again, and all jobs if the set of filters changed. Both are keys. */
  changed(filters: readonly string[], jobsToo: boolean): void;
  /** The set of rules changed. */
  rulesChanged(): void;
  /** The text of a filter that jobs refer to changed, open or on disk. */
  filterChanged(): void;
}

/** An indexed folder. */
interface Cover {
  readonly folder: string;
  walk: Promise<void>;
  isKnown: boolean;
  /** Requested before the walk was done. */
  isMissed: boolean;
  isStale: boolean;
}

/**
 * An index of the jobs, filters and rules in the requested folders. A folder is walked once, in time slices; then document and
 * file events keep it up to date. Folders are URIs without a trailing slash.
 */
export class FileIndex {
  private readonly jobs = new Jobs();
  private readonly rules = new Set<string>();
  private readonly covers: Cover[] = [];
  private readonly stamps = new Map<string, string>();
  private walks = 0;

  constructor(private readonly options: IndexOptions) {}

  get isWalking(): boolean {
    return this.walks > 0;
  }

  /** Resolves when all running walks are done. */
  async known(): Promise<void> {
    await Promise.all(this.covers.map((it) => it.walk));
  }

  /** Undefined until the folder is indexed; starts the walk. */
  below(folder: string): Jobs | undefined {
    const cover = this.cover(folder);
    if (cover.isKnown) return this.jobs;
    cover.isMissed = true;
    return undefined;
  }

  /** The paths of the rules in a folder. Undefined until it is indexed; starts the walk. */
  rulesBelow(folder: string): readonly string[] | undefined {
    if (!this.below(folder)) return undefined;
    const key = keyOf(folder);
    const below = [...this.rules].filter((it) => isBelow(it, key));
    return below.map((it) => it.slice(key.length + 1)).sort();
  }

  /** Starts the walk of a folder, unless a parent is already indexed. */
  prepare(folder: string): void {
    this.cover(folder);
  }

  /** A document was changed or closed. */
  edited(uri: string): void {
    const key = keyOf(uri);
    if (this.jobs.usersOf(key, undefined).length > 0) this.options.filterChanged();
    if (!isJob(key) || !this.isCovered(uri)) return;
    this.stamps.delete(key);
    this.tell(this.jobs.setJob(key, this.options.read(uri)), false);
  }

  /** A file was changed, created or deleted. New files may be ignored by git, so the folder is walked again. */
  fileChanged(uri: string, isGone: boolean): void {
    const key = keyOf(uri);
    if (!isOurs(key)) return;
    if (isRule(key)) this.ruleChanged(key, uri, isGone);
    else if (isGone) {
      this.tell(this.notOnDisk(key), this.jobs.removeFilter(key));
    } else if (this.jobs.hasJob(key) || this.jobs.hasFilter(key)) {
      this.edited(uri);
    } else this.walkAgain(uri);
  }

  private ruleChanged(key: string, uri: string, isGone: boolean): void {
    if (isGone && this.rules.delete(key)) this.options.rulesChanged();
    else if (!isGone && !this.rules.has(key)) this.walkAgain(uri);
  }

  /** For clients without file watching. */
  walkAgain(uri: string): void {
    for (const cover of this.covers) {
      if (!isBelow(keyOf(uri), keyOf(cover.folder)) || cover.isStale) continue;
      cover.isStale = true;
      cover.walk = cover.walk.then(() => this.walk(cover));
    }
  }

  private cover(folder: string): Cover {
    const known = this.covers.find((it) => {
      const [inner, outer] = [keyOf(folder), keyOf(it.folder)];
      return inner === outer || isBelow(inner, outer);
    });
    if (known) return known;
    const cover: Cover = {
      folder,
      walk: Promise.resolve(),
      isKnown: false,
      isMissed: false,
      isStale: true,
    };
    cover.walk = this.walk(cover);
    this.covers.push(cover);
    return cover;
  }

  private isCovered(uri: string): boolean {
    return this.covers.some((it) => isBelow(keyOf(uri), keyOf(it.folder)));
  }

  private async walk(cover: Cover): Promise<void> {
    cover.isStale = false;
    this.walks++;
    try {
      await this.readFolder(cover);
    } finally {
      this.walks--;
    }
  }

  private async readFolder(cover: Cover): Promise<void> {
    const changed: string[] = [];
    const seen = new Set<string>();
    let jobsToo = false;
    const rulesBefore = this.rules.size;
    for await (const file of this.options.host.filesIn([cover.folder], isOurs)) {
      const key = keyOf(file.uri);
      seen.add(key);
      if (isRule(key)) this.rules.add(key);
      else if (isFilter(key)) jobsToo = this.jobs.addFilter(key) || jobsToo;
      else for (const it of await this.readJob(key, file)) changed.push(it);
    }
    for (const key of this.jobs.below(keyOf(cover.folder))) {
      if (seen.has(key)) continue;
      jobsToo = this.jobs.removeFilter(key) || jobsToo;
      for (const it of this.notOnDisk(key)) changed.push(it);
    }
    const isFirst = !cover.isKnown;
    cover.isKnown = true;
    const rulesToo = this.rules.size > rulesBefore || this.dropRules(cover.folder, seen);
    // After the first walk, notify only if a request came before its end.
    if (isFirst && !cover.isMissed) return;
    this.tell(changed, jobsToo);
    if (rulesToo) this.options.rulesChanged();
  }

  /** Forgets the rules that were not found again. Returns whether there are any. */
  private dropRules(folder: string, seen: ReadonlySet<string>): boolean {
    const gone = [...this.rules].filter((it) => isBelow(it, keyOf(folder)) && !seen.has(it));
    for (const it of gone) this.rules.delete(it);
    return gone.length > 0;
  }

  /** An untitled or deleted job is still used while it is open. */
  private notOnDisk(key: string): readonly string[] {
    if (!isJob(key)) return [];
    this.stamps.delete(key);
    return this.jobs.setJob(key, this.options.openText(key));
  }

  private async readJob(key: string, file: WorkspaceFile): Promise<readonly string[]> {
    const { host } = this.options;
    const open = this.options.openText(key);
    const stamp = open === undefined ? await host.stampOf(file) : undefined;
    if (stamp !== undefined && this.stamps.get(key) === stamp) return [];
    if (stamp !== undefined) this.stamps.set(key, stamp);
    return this.jobs.setJob(key, open ?? (await host.textOf(file)) ?? "");
  }

  private tell(filters: readonly string[], jobsToo: boolean): void {
    if (filters.length > 0 || jobsToo) this.options.changed(filters, jobsToo);
  }
}

function isOurs(path: string): boolean {
  return isJob(path) || isFilter(path) || isRule(path);
}
