import type { LockEntry } from "../../workspace/lock/lock.ts";

/** What became of a resource at the service since its file was pushed. */
export type News = "changed" | "missing";

interface Noted {
  readonly news: News;
  /** Of the lock's entry then. Another push or pull makes the news old. */
  readonly hash: string | undefined;
}

/** What the last look at the service has shown of pushed files, so that all that is said of a file says the same. */
export class ServiceNews {
  private readonly noted = new Map<string, Noted>();

  /** Of one profile, and the lock at a path. Replaces what was known; says whether anything is different now. */
  note(
    lock: string,
    profile: string,
    news: readonly (readonly [path: string, entry: LockEntry, news: News])[],
  ): boolean {
    const prefix = keyOf(lock, profile, "");
    const old = [...this.noted].filter(([key]) => key.startsWith(prefix));
    for (const [key] of old) this.noted.delete(key);
    for (const [path, { hash }, it] of news) this.noted.set(prefix + path, { news: it, hash });
    const now = [...this.noted].filter(([key]) => key.startsWith(prefix));
    return JSON.stringify(now) !== JSON.stringify(old);
  }

  /** Something was pushed or pulled, so that nothing is known until somebody looks again. */
  clear(): void {
    this.noted.clear();
  }

  of(lock: string, profile: string, path: string, entry: LockEntry): News | undefined {
    const noted = this.noted.get(keyOf(lock, profile, path));
    return noted && noted.hash === entry.hash ? noted.news : undefined;
  }
}

function keyOf(lock: string, profile: string, path: string): string {
  return `${lock}\n${profile}\n${path}`;
}
