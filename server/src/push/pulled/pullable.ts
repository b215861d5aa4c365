import type { Plan } from "../plan/plan.ts";

/** Something at the service, and the file that it is or becomes. */
export interface Pullable {
  readonly path: string;
  /** Reads the file and compares. Made late, as reading a file may fail. */
  prepare(): Promise<Pulled>;
}

export interface Pulled {
  readonly plan: Plan;
  /** Writes the files, and the lock. */
  run(): void;
  /** What has to be known of what was written. */
  readonly advice?: string | undefined;
}
