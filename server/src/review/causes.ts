import { and } from "../core/solver/formula.ts";
import type { Clause } from "./clauses.ts";
import {
  type Changed,
  type Changes,
  changedIn,
  type Difference,
  hasEffect,
} from "./differences.ts";
import { allowed } from "./effects.ts";
import type { Questions } from "./questions.ts";
import type { Outcome, Setting, Side } from "./side.ts";

/** Which of the rules that differ have an effect. All requests with another outcome come from those. */
export class Causes {
  private readonly effective: readonly Changed[];

  constructor(
    private readonly before: Side,
    private readonly after: Side,
    private readonly changes: Changes,
    private readonly questions: Questions,
  ) {
    const changed = changedIn(before, after, changes);
    this.effective = changed.filter((it) => hasEffect(it, questions));
  }

  /** Changed rules that may have an effect. */
  get rules(): ReadonlySet<Clause> {
    return new Set(this.effective.flatMap(({ clause }) => this.ownersOf(clause)));
  }

  /** All rules that a pair of outcomes may come from. */
  because({ from, to }: Difference): readonly Clause[] {
    return this.effective.flatMap(({ clause, own, other, start, base }) => {
      const [mine, theirs] = own === this.before ? [from, to] : [to, from];
      if (!mayCause(clause, mine, theirs)) return [];
      const question = and(base, own.hasOutcome(mine), other.hasOutcome(theirs));
      return this.questions.isPossible(question, start) ? this.ownersOf(clause) : [];
    });
  }

  /**
   * The rules whose change makes a rule differ. When a rule of an executed ruleset is reached, depends on the rules that execute
   * it, and on earlier rules that leave the ruleset.
   */
  private ownersOf(clause: Clause): readonly Clause[] {
    const change = this.changes(clause);
    const isReachedAlike = typeof change === "object" && change.guard.key === clause.guard.key;
    if (clause.executed === undefined || isReachedAlike) return [clause];
    const all = [...this.before.clauses, ...this.after.clauses];
    const leaving = all.filter((it) => it.returns && it.within === clause.within);
    return [clause, ...executing(clause), ...leaving];
  }
}

function executing({ executed }: Clause): readonly Clause[] {
  return executed ? [executed.by, ...executing(executed.by)] : [];
}

/** Whether what a rule does is a part of one outcome, and not of the other. */
function mayCause({ effect }: Clause, mine: Outcome | Setting, theirs: Outcome | Setting): boolean {
  if ("setting" in mine)
    return effect.settings.get(mine.setting)?.key === mine.value?.key && mine.value !== undefined;
  if ("setting" in theirs) return false;
  if (effect.ends) return effect.ends.key === mine.end.key;
  const isAllowed = [mine, theirs].every((it) => it.end.key === allowed.key);
  const isMarked = (it: Outcome, key: string) => it.marks.some((one) => one.key === key);
  return isAllowed && effect.marks.some(({ key }) => isMarked(mine, key) && !isMarked(theirs, key));
}
