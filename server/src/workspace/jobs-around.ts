import { homedir } from "node:os";
import { isFilter, isJob } from "../languages.ts";
import { type FoundFile, filesIn, findFiles, repositoryAround } from "./files/find-files.ts";
import { isBelow, parentOf } from "./files/parents.ts";
import { withForwardSlashes } from "./files/paths.ts";
import { Jobs } from "./jobs.ts";

/**
 * The jobs and filters around files without a `weir.json`: of the run, and of the file's repository, or of its folder if it
 * is in none. Folders that were walked for the run are not walked again.
 */
export class JobsAround {
  private readonly jobs = new Jobs();
  private readonly walked: string[];
  private readonly seen = new Set<string>();

  /** `walked` are the folders of the run; files in this list are ignored. */
  constructor(
    files: readonly string[],
    walked: readonly string[],
    private readonly read: (path: string) => string | undefined,
  ) {
    const named = new Set(files);
    this.walked = walked.filter((it) => !named.has(it));
    for (const path of files) this.note(path);
    // All files first, so that their order does not matter.
    for (const path of files) this.lookFrom(parentOf(path) ?? "");
  }

  /** All known jobs, including those around this file. */
  of(path: string): Jobs {
    this.lookFrom(parentOf(path) ?? "");
    return this.jobs;
  }

  private lookFrom(folder: string): void {
    if (this.seen.has(folder)) return;
    this.seen.add(folder);
    const walk = this.walkOver(folder);
    if (walk !== undefined && walk !== folder) {
      // Its contents are known, and its surroundings are the same for all files in it.
      this.lookFrom(walk);
      return;
    }
    const repository = ownRepository(folder);
    if (repository === undefined) {
      if (walk === undefined) this.noteAll(filesIn(folder, isOurs));
    } else if (this.walkOver(repository) === undefined) {
      this.walked.push(repository);
      this.noteAll(findFiles(repository || "/", isOurs));
    }
  }

  private walkOver(folder: string): string | undefined {
    return this.walked.find((it) => folder === it || isBelow(folder, it));
  }

  private noteAll(found: readonly FoundFile[]): void {
    for (const it of found) if (!("error" in it)) this.note(it.path);
  }

  private note(path: string): void {
    if (isFilter(path)) this.jobs.addFilter(path);
    else if (isJob(path) && !this.jobs.hasJob(path)) this.jobs.setJob(path, this.read(path) ?? "");
  }
}

function isOurs(path: string): boolean {
  return isJob(path) || isFilter(path);
}

/** Excludes a home directory that is a repository, which a single file should not search. */
function ownRepository(folder: string): string | undefined {
  const repository = repositoryAround(folder);
  if (repository === undefined) return undefined;
  return isBelow(`${withForwardSlashes(homedir())}/`, repository) ? undefined : repository;
}
