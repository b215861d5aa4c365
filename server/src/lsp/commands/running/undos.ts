import type { Undo } from "../../../push/plan/plan.ts";

/** The pushes of one run, with the secrets that the records beside the lock file omit. */
export interface PushedRun {
  /** One of its files. */
  readonly uri: string;
  readonly profile: string;
  readonly run: string;
  /** By path. Files that cannot be undone are omitted. */
  readonly undos: Map<string, Undo>;
}

export interface PushedFile extends Omit<PushedRun, "undos"> {
  readonly path: string;
  readonly undo: Undo | undefined;
}

/** Maximum number of kept runs. */
const most = 50;

/** The last runs of this server process. */
export class Undos {
  private readonly kept = new Map<string, PushedRun>();
  private count = 0;

  /** Returns the name of the run. */
  keep({ path, undo, ...run }: PushedFile): string {
    const [known] = [...this.kept].find(([, it]) => it.run === run.run) ?? [];
    const name = known ?? `push-${++this.count}`;
    const undos = this.kept.get(name)?.undos ?? new Map<string, Undo>();
    if (undo) undos.set(path, undo);
    this.kept.set(name, { ...run, undos });
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= most) break;
      this.kept.delete(oldest);
    }
    return name;
  }

  get(name: string): PushedRun | undefined {
    return this.kept.get(name);
  }

  /** The data of a recorded push, if this process made it. */
  readonly known = (it: { readonly run?: string; readonly path: string }): Undo | undefined =>
    [...this.kept.values()].find(({ run }) => run === it.run)?.undos.get(it.path);

  forget(name: string): void {
    this.kept.delete(name);
  }
}
