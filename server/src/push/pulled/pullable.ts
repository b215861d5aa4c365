import type { Plan } from "../plan/plan.ts";

/** A resource on the service, and its existing or new file. */
export interface Pullable {
  readonly path: string;
  /** Reads the file and compares. Deferred, because reading a file may fail. */
  prepare(): Promise<Pulled>;
}

/** The title of a plan that replaces the text of a file. */
export function replaceTitle(path: string): string {
  return `Replace ${path.slice(path.lastIndexOf("/") + 1)} with the version of the service`;
}

export interface Pulled {
  readonly plan: Plan;
  /** Writes the files and the lock file. */
  run(): void;
  /** Notes on what was written. */
  readonly advice?: string | undefined;
}
