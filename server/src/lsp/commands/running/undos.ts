import type { Undo } from "../../../push/plan/plan.ts";

/** A push that can be undone, with the secrets that the record beside the lock file omits. */
export interface UndoablePush {
  readonly uri: string;
  readonly profile: string;
  readonly undo: Undo;
}

/** Maximum number of kept pushes. */
const most = 50;

/** The last pushes of this server process. */
export class Undos {
  private readonly kept = new Map<string, UndoablePush>();
  private count = 0;

  keep(kept: UndoablePush): string {
    this.count++;
    const name = `push-${this.count}`;
    this.kept.set(name, kept);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= most) break;
      this.kept.delete(oldest);
    }
    return name;
  }

  get(name: string): UndoablePush | undefined {
    return this.kept.get(name);
  }

  forget(name: string): void {
    this.kept.delete(name);
  }
}
