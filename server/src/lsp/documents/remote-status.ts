import { isFilter } from "../../languages.ts";
import type { Lock } from "../../push/session/session.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import type { FileResult } from "../protocol.ts";

/** The state of a resource on the service since its file was pushed. */
export type RemoteChange = "changed" | "missing";

interface Noted {
  readonly news: RemoteChange;
  /** The hash of the lock entry at that time. Another push or pull changes it, so the status is outdated. */
  readonly hash: string | undefined;
}

/** The last known state of pushed files on the service, shared by everything that shows it. */
export class RemoteStatus {
  private readonly noted = new Map<string, Noted>();
  /** The lock files of running commands. */
  readonly locks = new Set<Lock>();

  /** Whether a command of this server is changing the resource of the file: its push is not interrupted. */
  isRunning(lock: string, profile: string, path: string): boolean {
    return [...this.locks].some((it) => it.path === lock && it.hasWritten(path, profile));
  }

  /** Replaces the status of one profile and lock file. Returns whether anything changed. */
  note(
    lock: string,
    profile: string,
    news: readonly (readonly [path: string, entry: LockEntry, news: RemoteChange])[],
  ): boolean {
    const prefix = keyOf(lock, profile, "");
    const old = [...this.noted].filter(([key]) => key.startsWith(prefix));
    for (const [key] of old) this.noted.delete(key);
    for (const [path, { hash }, it] of news) this.noted.set(prefix + path, { news: it, hash });
    const now = [...this.noted].filter(([key]) => key.startsWith(prefix));
    return JSON.stringify(now) !== JSON.stringify(old);
  }

  /** A single file was found to be changed on the service. */
  noteChange(lock: string, profile: string, path: string, { hash }: LockEntry): void {
    this.noted.set(keyOf(lock, profile, path), { news: "changed", hash });
  }

  /** After a push or pull of these files, their state is unknown until the next listing. The state of other files stays. */
  forget(results: readonly Pick<FileResult, "path" | "profile" | "outcome">[]): void {
    const done = results.filter((it) => it.outcome !== "skipped");
    // The filter of a job has the state of the job.
    if (done.some((it) => isFilter(it.path))) this.noted.clear();
    const ends = done.map((it) => keyOf("", it.profile, it.path));
    for (const key of [...this.noted.keys()])
      if (ends.some((it) => key.endsWith(it))) this.noted.delete(key);
  }

  of(lock: string, profile: string, path: string, entry: LockEntry): RemoteChange | undefined {
    const noted = this.noted.get(keyOf(lock, profile, path));
    return noted && noted.hash === entry.hash ? noted.news : undefined;
  }
}

function keyOf(lock: string, profile: string, path: string): string {
  return `${lock}\n${profile}\n${path}`;
}
