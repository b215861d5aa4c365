import type { Undo } from "../../../push/plan/plan.ts";

/** A push that can be undone, with the secrets that the record beside the lock leaves out. */
export interface Kept {
  readonly uri: string;
  readonly profile: string;
  readonly undo: Undo;
}

/** Older pushes than these are history. */
const most = 50;

/** The last pushes, for as long as the server runs. */
export class Undos {
  private readonly kept = new Map<string, Kept>();
  private count = 0;

  keep(kept: Kept): string {
    this.count++;
    const name = `push-${this.count}`;
    this.kept.set(name, kept);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= most) break;
      this.kept.delete(oldest);
    }
    return name;
  }

  get(name: string): Kept | undefined {
    return this.kept.get(name);
  }

  forget(name: string): void {
    this.kept.delete(name);
  }
}
