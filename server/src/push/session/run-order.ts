import type { PositionedRule } from "../../core/configuration/position-faults.ts";

/** A rule as its file has it. */
export type RuleInFile = Omit<PositionedRule, "id">;

/** The facts of one run about the order of the rules that it pushes. */
export interface RunOrder {
  /** The files of its rules, in the order of the push. */
  readonly paths: readonly string[];
  /** These rules; and if any of them has a position, all rules of the workspace. */
  readonly rules: ReadonlyMap<string, RuleInFile>;
  /** The orders that the lock file had before the run, with the files of the rules. */
  readonly past: readonly { readonly ruleset: string; readonly paths: readonly string[] }[];
  /** Files in the lock file that no longer exist. */
  readonly orphans: ReadonlySet<string>;
  /** The orphans that a run with deletions keeps, with the new files that take over their rules. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The rules of these files are deleted after the push. */
  readonly prunes: boolean;
  /** Why rules cannot have their positions. */
  readonly faults: ReadonlyMap<string, string>;
}

interface OfProfile {
  readonly lock: { readonly path: string };
  readonly place: { readonly profile: string };
}

/** The orders of a run that pushes the files of several sessions. */
export class RunOrders {
  private readonly all = new Map<string, RunOrder>();

  of(session: OfProfile): RunOrder | undefined {
    return this.all.get(keyOf(session));
  }

  set(session: OfProfile, order: RunOrder): void {
    this.all.set(keyOf(session), order);
  }
}

/** A simulation has the orders of its session. */
function keyOf({ lock, place }: OfProfile): string {
  return JSON.stringify([lock.path, place.profile]);
}
