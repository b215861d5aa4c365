import { Budget } from "../solver/budget.ts";
import { and, type Formula, not, or } from "../solver/formula.ts";
import { solve } from "../solver/solve.ts";
import { maxConditions, maxValues } from "./outline.ts";
import type { Assumption, Finding, ListedValue, ProofPart, Truth } from "./part.ts";

interface Proving {
  /** True of every line or request. */
  readonly facts: readonly Formula[];
  /** True as far as known: enough for a warning, but not to remove anything. */
  readonly assumptions?: readonly Formula[];
  readonly work: number;
}

interface Premises {
  readonly facts: readonly Formula[];
  /** Whether to treat the removals found so far as made. Not for finding another one, which may be applied without them. */
  readonly afterRemovals: boolean;
}

/** The limit per question. Most need a small fraction of it. */
const questionWork = 6_000;

/** A longer list of reasons would not be helpful. */
const maxReasons = 4;

/** What can be proved about the parts of a text. Any subset of the redundant parts can be removed. */
export function proofsIn<Node>(root: ProofPart<Node>, proving: Proving): readonly Finding<Node>[] {
  const prover = new Prover<Node>(proving, readingsIn(root));
  if (root.logical && conditionsIn(root) <= maxConditions)
    prover.visit(root, [], { never: true, always: true });
  return prover.findings;
}

class Prover<Node> {
  readonly findings: Finding<Node>[] = [];
  private readonly budget: Budget;
  /** The premises for a warning. */
  private readonly likely: Premises;
  /** The premises for a removal. */
  private readonly certain: Premises;
  private readonly dropped = new Set<ProofPart<Node>>();
  private readonly deadValues = new Map<ProofPart<Node>, ListedValue[]>();

  constructor(
    { facts, assumptions = [], work }: Proving,
    private readonly readings: number,
  ) {
    this.likely = { facts: [...facts, ...assumptions], afterRemovals: true };
    this.certain = { facts, afterRemovals: false };
    this.budget = new Budget(work);
  }

  visit(
    home: ProofPart<Node>,
    known: readonly Assumption<Node>[],
    reach: Readonly<Record<Truth, boolean>>,
  ) {
    const isTrue = home.logical === "and";
    const truth: Truth = isTrue ? "never" : "always";
    const own = home.parts.map((part): Assumption<Node> => ({ part, isTrue, home }));
    const claims = related([...known, ...own]);
    if (claims.some((it) => it.home === home)) {
      if (this.isImpossible(claims, this.likely)) {
        const core = this.core(claims, this.likely);
        const isExplained = this.clash(home, truth, core, reach[truth]);
        if (isExplained) return;
      } else this.reduce(home, own, known);
    }
    const inside = { never: isTrue && reach.never, always: !isTrue && reach.always };
    for (const { part } of own.toReversed()) {
      if (!part.logical || this.dropped.has(part)) continue;
      const others = own.filter((it) => it.part !== part && !this.dropped.has(it.part));
      this.visit(part, [...known, ...others], inside);
    }
  }

  /** Returns false if a single group is the reason, which then has to be visited. */
  private clash(
    home: ProofPart<Node>,
    truth: Truth,
    core: readonly Assumption<Node>[],
    isWhole: boolean,
  ): boolean {
    const members = core.filter((it) => it.home === home).map((it) => it.part);
    const [only] = members;
    // Other checks report a condition that is impossible on its own.
    if (!only || core.length === 1) return only?.logical === undefined;
    // Otherwise the contradiction depends on an outer assumption or a removed part.
    if (members.length === core.length)
      this.findings.push({ kind: "clash", truth, home, members, isWhole });
    return true;
  }

  private reduce(
    home: ProofPart<Node>,
    own: readonly Assumption<Node>[],
    known: readonly Assumption<Node>[],
  ): void {
    for (const { part, isTrue } of own.toReversed()) {
      const left = [...known, ...own.filter((it) => it.part !== part && this.isLeft(it))];
      const others = relatedTo(part, left);
      if (others.length === 0) continue;
      const denied: Assumption<Node> = { part, isTrue: !isTrue, home };
      if (this.isImpossible([...others, denied], this.certain)) {
        const by = this.core(others, this.certain, (reading) => [
          this.claim(denied, reading, this.certain),
        ]);
        // Other checks report a condition that is always true on its own.
        if (by.length === 0 || by.length > maxReasons) continue;
        this.dropped.add(part);
        this.findings.push({ kind: "redundant", part, home, by });
      } else this.reduceList(home, part, others);
    }
  }

  private reduceList(
    home: ProofPart<Node>,
    part: ProofPart<Node>,
    others: readonly Assumption<Node>[],
  ): void {
    const values = part.list?.values ?? [];
    if (values.length > maxValues) return;
    for (const value of values) {
      const isIt = (reading: number): Formula[] => [readingOf(value.readings, reading)];
      if (!this.isImpossible(others, this.certain, isIt)) continue;
      const by = this.core(others, this.certain, isIt);
      if (by.length === 0 || by.length > maxReasons) continue;
      const dead = this.deadValues.get(part) ?? [];
      this.deadValues.set(part, [...dead, value]);
      this.findings.push({ kind: "value", part, value, home, by });
    }
  }

  private isLeft({ part }: Assumption<Node>): boolean {
    return !this.dropped.has(part);
  }

  /** The claims that are needed for the proof, minimized as far as the budget allows. */
  private core(
    claims: readonly Assumption<Node>[],
    premises: Premises,
    also?: (reading: number) => readonly Formula[],
  ): readonly Assumption<Node>[] {
    let core = claims;
    for (const claim of claims) {
      const without = core.filter((it) => it !== claim);
      if (this.isImpossible(without, premises, also)) core = without;
    }
    return core;
  }

  private isImpossible(
    claims: readonly Assumption<Node>[],
    premises: Premises,
    also?: (reading: number) => readonly Formula[],
  ): boolean {
    for (let reading = 0; reading < this.readings; reading++) {
      if (this.budget.isSpent) return false;
      const all = claims.map((it) => this.claim(it, reading, premises));
      const formula = and(...all, ...(also?.(reading) ?? []), ...premises.facts);
      this.budget.spend(20 * claims.length);
      if (solve(formula, this.budget.within(questionWork)).kind !== "impossible") return false;
    }
    return true;
  }

  private claim({ part, isTrue }: Assumption<Node>, reading: number, premises: Premises): Formula {
    const formula = this.meaningOf(part, { isTrue, reading, ...premises });
    return isTrue ? formula : not(formula);
  }

  /**
   * Omits the parts that were found redundant. If they may stay in the text, omits them only where that weakens the claim, so
   * that it is true with and without them.
   */
  private meaningOf(part: ProofPart<Node>, claimed: Claimed): Formula {
    const { isTrue, reading, afterRemovals } = claimed;
    if (part.logical) {
      const isReduced = afterRemovals || (part.logical === "and") === isTrue;
      const parts = isReduced ? part.parts.filter((it) => !this.dropped.has(it)) : part.parts;
      return { kind: part.logical, parts: parts.map((it) => this.meaningOf(it, claimed)) };
    }
    const whole = readingOf(part.readings, reading);
    const dead = this.deadValues.get(part)?.map((it) => readingOf(it.readings, reading));
    const isExcluding = part.list?.isExcluding === true;
    if (!dead || !(afterRemovals || isExcluding === isTrue)) return whole;
    return isExcluding ? or(whole, ...dead) : and(whole, ...dead.map(not));
  }
}

interface Claimed extends Premises {
  readonly isTrue: boolean;
  readonly reading: number;
}

function conditionsIn<Node>({ logical, parts }: ProofPart<Node>): number {
  return logical ? parts.reduce((sum, it) => sum + conditionsIn(it), 0) : 1;
}

function readingOf(readings: readonly Formula[], reading: number): Formula {
  return readings[reading] ?? (readings[0] as Formula);
}

function readingsIn<Node>(part: ProofPart<Node>): number {
  return part.parts.reduce((most, it) => Math.max(most, readingsIn(it)), part.readings.length);
}

/** The claims that share a value with another claim. */
function related<Node>(claims: readonly Assumption<Node>[]): readonly Assumption<Node>[] {
  const counts = new Map<string, number>();
  for (const { part } of claims)
    for (const it of part.about) counts.set(it, (counts.get(it) ?? 0) + 1);
  return claims.filter(({ part }) => part.about.some((it) => (counts.get(it) ?? 0) > 1));
}

/** The claims that share a value with a part, directly or through other claims. The rest can be true regardless. */
function relatedTo<Node>(
  part: ProofPart<Node>,
  claims: readonly Assumption<Node>[],
): readonly Assumption<Node>[] {
  const seen = new Set(part.about);
  let found: readonly Assumption<Node>[] = [];
  for (let before = -1; found.length > before; ) {
    before = found.length;
    found = claims.filter((it) => it.part.about.some((about) => seen.has(about)));
    for (const it of found) for (const about of it.part.about) seen.add(about);
  }
  return found;
}
