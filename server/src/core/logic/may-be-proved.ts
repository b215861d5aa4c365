import type { ClaimLogic, Outline } from "./outline.ts";

/**
 * Whether the solver may prove something about the parts of a text. Goes through the solver's questions and looks for obvious
 * counterexamples: a condition on a value that no other condition uses can be true or false as needed, and so can conditions
 * whose claims do not conflict.
 */
export function mayBeProved<Claim>(
  root: Outline<unknown, Claim>,
  logic: ClaimLogic<Claim>,
): boolean {
  return root.logical !== undefined && new Questions(root, logic).isAnyOpen();
}

/** A value that conditions are about. */
class Subject<Claim> {
  /** The number of conditions on it. */
  count = 0;
  /** The claims that must be true in the current question. */
  claims: Claim[] = [];
  /** The sum of their bits, as a cache key. */
  bits = 0;
  /** Whether all of these claims can be true at once. */
  isFree = false;
  private bitCount = 0;
  private readonly answers = new Map<number, boolean>();

  nextBit(): number {
    return 2 ** this.bitCount++;
  }

  /** Cached, because many questions have the same claims. If there are too many bits for a number, the sum is not a valid key. */
  canBeTrue(logic: ClaimLogic<Claim>): boolean {
    const { bits, claims } = this;
    if (bits > Number.MAX_SAFE_INTEGER) return logic.canBeTrue(claims);
    let answer = this.answers.get(bits);
    if (answer === undefined) {
      answer = logic.canBeTrue(claims);
      this.answers.set(bits, answer);
    }
    return answer;
  }

  reset(): void {
    this.claims = [];
    this.bits = 0;
  }
}

/** What must be true. Undefined if it can be true regardless of the rest. */
type Goal<Claim> = GroupGoal<Claim> | ClaimGoal<Claim> | undefined;

interface GroupGoal<Claim> {
  readonly logical: "and" | "or";
  readonly parts: readonly Goal<Claim>[];
}

interface ClaimGoal<Claim> {
  readonly logical: undefined;
  readonly subjects: readonly Subject<Claim>[];
  readonly claim: Claim;
  /** A distinct bit for each claim on a subject. Infinite if the claim has several subjects. */
  readonly bit: number;
}

class Questions<Claim> {
  private readonly subjects = new Map<string, Subject<Claim>>();
  /** The subjects of the current question with claims that are not known to be true. */
  private open: Subject<Claim>[] = [];
  private readonly goals = {
    true: new Map<Outline<unknown, Claim>, Goal<Claim>>(),
    false: new Map<Outline<unknown, Claim>, Goal<Claim>>(),
  };

  constructor(
    private readonly root: Outline<unknown, Claim>,
    private readonly logic: ClaimLogic<Claim>,
  ) {}

  /** Whether any question remains open. */
  isAnyOpen(): boolean {
    const { root } = this;
    this.count(root);
    const claims = root.parts.map((it) => this.goal(it, root.logical === "and"));
    return !this.canBeTrue(claims) || this.isAnyOpenIn(root, []);
  }

  private count({ logical, parts, about }: Outline<unknown, Claim>): void {
    if (logical) for (const it of parts) this.count(it);
    else
      for (const name of about) {
        const subject = this.subjects.get(name) ?? new Subject();
        this.subjects.set(name, subject);
        subject.count++;
      }
  }

  /** Whether a part or a listed value may be implied or excluded by the rest of its group and what is known around it. */
  private isAnyOpenIn(home: Outline<unknown, Claim>, known: readonly Goal<Claim>[]): boolean {
    const isTrue = home.logical === "and";
    const all = [...known, ...home.parts.map((it) => this.goal(it, isTrue))];
    // If all can be true, so can any subset of them, and most parts need no separate question.
    const canAll = this.canBeTrue(all);
    return home.parts.some((part, index) => {
      const { logical, values = [] } = part;
      const goals = [this.goal(part, !isTrue)];
      if (!logical) for (const it of values) goals.push(this.claimGoal(part, it));
      const asked = canAll ? goals.filter((it) => it) : goals;
      if (!logical && asked.length === 0) return false;
      const others = all.with(known.length + index, undefined);
      if (asked.some((it) => !this.canBeTrue(others, it))) return true;
      return logical !== undefined && this.isAnyOpenIn(part, others);
    });
  }

  private goal(part: Outline<unknown, Claim>, isTrue: boolean): Goal<Claim> {
    const known = isTrue ? this.goals.true : this.goals.false;
    if (known.has(part)) return known.get(part);
    const goal = this.makeGoal(part, isTrue);
    known.set(part, goal);
    return goal;
  }

  private makeGoal(part: Outline<unknown, Claim>, isTrue: boolean): Goal<Claim> {
    const { logical, parts, claim } = part;
    if (!logical) return claim && this.claimGoal(part, isTrue ? claim : this.logic.opposite(claim));
    const goals = parts.map((it) => this.goal(it, isTrue));
    if ((logical === "and") === isTrue) {
      const left = goals.filter((it) => it);
      return left.length > 0 ? { logical: "and", parts: left } : undefined;
    }
    return goals.includes(undefined) ? undefined : { logical: "or", parts: goals };
  }

  private claimGoal({ about }: Outline<unknown, Claim>, claim: Claim): Goal<Claim> {
    const subjects = about.map((it) => this.subjects.get(it) as Subject<Claim>);
    const isAlone = subjects.every((it) => it.count === 1);
    const isMet = isAlone && this.logic.canBeTrue([claim]);
    if (isMet) return undefined;
    const [only, ...more] = subjects;
    const bit = only && more.length === 0 ? only.nextBit() : Number.POSITIVE_INFINITY;
    return { logical: undefined, subjects, claim, bit };
  }

  /** Whether all goals can obviously be true at once. */
  private canBeTrue(goals: readonly Goal<Claim>[], also?: Goal<Claim>): boolean {
    for (const it of this.subjects.values()) it.isFree = false;
    for (;;) {
      for (const it of goals) this.collect(it);
      this.collect(also);
      if (this.open.length === 0) return true;
      if (!this.findFree()) return false;
    }
  }

  /** Collects the claims that are not yet known to be true. */
  private collect(goal: Goal<Claim>): void {
    if (!goal || (goal.logical !== "and" && isReached(goal))) return;
    if (goal.logical) for (const it of goal.parts) this.collect(it);
    else
      for (const it of goal.subjects) {
        if (it.isFree) continue;
        if (it.claims.length === 0) this.open.push(it);
        it.claims.push(goal.claim);
        it.bits += goal.bit;
      }
  }

  /** Returns whether a free subject was found. */
  private findFree(): boolean {
    let isAny = false;
    for (const it of this.open) {
      const isMixed = it.bits === Number.POSITIVE_INFINITY && it.claims.length > 1;
      it.isFree = !isMixed && it.canBeTrue(this.logic);
      isAny ||= it.isFree;
      it.reset();
    }
    this.open = [];
    return isAny;
  }
}

function isReached<Claim>(goal: Goal<Claim>): boolean {
  if (!goal) return true;
  if (goal.logical === "and") return goal.parts.every(isReached);
  return goal.logical ? goal.parts.some(isReached) : goal.subjects.every((it) => it.isFree);
}
