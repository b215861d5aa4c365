import { filterFileOf, isFilter, isJob } from "../languages.ts";
import { isBelow } from "./files/parents.ts";

/** The filter file that a job refers to, and the job's dataset. */
interface Named {
  readonly filter: string;
  /** Undefined if it is only known on push. */
  readonly dataset: string | undefined;
}

/** Longer files are not jobs, and are not parsed. */
const mostRead = 1_000_000;

/**
 * The jobs and filters of some folders. Determines the datasets of a filter from the jobs that refer to it, and the filters
 * that a job can refer to. Paths are plain, with `/`; paths of URIs are decoded.
 */
export class Jobs {
  private readonly named = new Map<string, Named | undefined>();
  /** The jobs that refer to a filter, in the order in which they were added. */
  private readonly users = new Map<string, Set<string>>();
  private readonly filters = new Set<string>();
  private readonly listed = new Map<string, readonly string[]>();
  private small: ReadonlySet<string> | undefined;

  /** Updates a job; an undefined text removes it. Returns the filters whose datasets or users may have changed. */
  setJob(path: string, text: string | undefined): readonly string[] {
    const before = this.named.get(path);
    const after = text === undefined ? undefined : namedIn(path, text);
    if (text === undefined) this.named.delete(path);
    else this.named.set(path, after);
    if (before?.filter === after?.filter && before?.dataset === after?.dataset) return [];
    if (before && before.filter !== after?.filter) this.users.get(before.filter)?.delete(path);
    if (after) {
      const users = this.users.get(after.filter) ?? new Set();
      this.users.set(after.filter, users.add(path));
    }
    return [before, after].flatMap((it) => (it ? [it.filter] : []));
  }

  hasJob(path: string): boolean {
    return this.named.has(path);
  }

  /** Every job and filter below a folder. */
  below(folder: string): string[] {
    return [...this.named.keys(), ...this.filters].filter((it) => isBelow(it, folder));
  }

  /** Returns whether the filter was not known. */
  addFilter(path: string): boolean {
    const before = this.filters.size;
    const isNews = this.filters.add(path).size > before;
    if (isNews) this.forgetLists();
    return isNews;
  }

  removeFilter(path: string): boolean {
    this.forgetLists();
    return this.filters.delete(path);
  }

  private forgetLists(): void {
    // `clear` allocates even for an empty map, and there may be thousands of filters.
    if (this.listed.size > 0) this.listed.clear();
    this.small = undefined;
  }

  hasFilter(path: string): boolean {
    return this.filters.has(path);
  }

  /** Whether there is a filter whose path differs only in case. */
  hasTwin(path: string): boolean {
    this.small ??= new Set([...this.filters].map((it) => it.toLowerCase()));
    return this.small.has(path.toLowerCase()) && !this.filters.has(path);
  }

  /** The jobs below a folder that refer to a filter; undefined means all folders. */
  usersOf(filter: string, folder: string | undefined): string[] {
    return [...(this.users.get(filter) ?? [])].filter((it) => isBelow(it, folder));
  }

  /** The datasets of these jobs, without duplicates. */
  datasetsOf(filter: string, folder: string | undefined): readonly string[] {
    const users = this.users.get(filter);
    if (!users || users.size === 0) return none;
    const datasets = this.usersOf(filter, folder).map((it) => this.named.get(it)?.dataset);
    return [...new Set(datasets)].filter((it) => it !== undefined);
  }

  /** The filters below a folder, as paths relative to the folder of a job. Jobs in one folder share the array. */
  filtersFor(job: string, folder: string | undefined): readonly string[] {
    const from = job.slice(0, job.lastIndexOf("/") + 1);
    const key = `${from}\n${folder ?? ""}`;
    const known = this.listed.get(key);
    if (known) return known;
    const list = [...this.filters]
      .filter((it) => isBelow(it, folder))
      .map((it) => relativePath(from, it));
    this.listed.set(key, list);
    return list;
  }
}

const none: readonly string[] = [];

/** Adds the jobs and filters among some files. */
export function readJobs(
  paths: Iterable<string>,
  read: (path: string) => string | undefined,
): Jobs {
  const jobs = new Jobs();
  for (const path of paths) {
    if (isFilter(path)) jobs.addFilter(path);
    else if (isJob(path)) jobs.setJob(path, read(path) ?? "");
  }
  return jobs;
}

/** Resolves a path relative to a file. `..` above the root stays at the root. */
export function placeFrom(file: string, path: string): string {
  const parts = file.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function namedIn(path: string, text: string): Named | undefined {
  // Fast path: most jobs contain their filter.
  if (text.length > mostRead || !/\.lpfilter/i.test(text)) return undefined;
  const found = filterFileOf(text);
  return found && { filter: placeFrom(path, found.path), dataset: found.dataset };
}

/** `from` is a folder with a trailing slash. */
export function relativePath(from: string, to: string): string {
  if (to.startsWith(from)) return to.slice(from.length);
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared++;
  return [...here.slice(shared).map(() => ".."), ...there.slice(shared)].join("/");
}
