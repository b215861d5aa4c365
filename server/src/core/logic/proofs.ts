import { Budget } from "../solver/budget.ts";
import { and, type Formula, not, or } from "../solver/formula.ts";
import { solve } from "../solver/solve.ts";
import { maxConditions, maxValues } from "./outline.ts";
import type { Finding, Known, ListedValue, Part, Truth } from "./part.ts";

interface Proving {
  /** True of every line or request. */
  readonly facts: readonly Formula[];
  /** True as far as known: enough for a warning, but not to remove anything. */
  readonly assumptions?: readonly Formula[];
  readonly work: number;
}

/** For each question. Most take a small part of it. */
const questionWork = 6_000;

/** More reasons explain nothing. */
const maxReasons = 4;

/** What can be proved about the parts of a text. What is called redundant can be removed all at once. */
export function proofsIn<Node>(root: Part<Node>, proving: Proving): readonly Finding<Node>[] {
  const prover = new Prover<Node>(proving, readingsIn(root));
  if (root.logical && conditionsIn(root) <= maxConditions)
    prover.visit(root, [], { never: true, always: true });
  return prover.findings;
}

class Prover<Node> {
  readonly findings: Finding<Node>[] = [];
  private readonly budget: Budget;
  private readonly facts: readonly Formula[];
  private readonly assumptions: readonly Formula[];
  private readonly dropped = new Set<Part<Node>>();
  private readonly deadValues = new Map<Part<Node>, ListedValue[]>();

  constructor(
    { facts, assumptions = [], work }: Proving,
    private readonly readings: number,
  ) {
    this.facts = facts;
    this.assumptions = assumptions;
    this.budget = new Budget(work);
  }

  visit(home: Part<Node>, known: readonly Known<Node>[], reach: Readonly<Record<Truth, boolean>>) {
    const isTrue = home.logical === "and";
    const truth: Truth = isTrue ? "never" : "always";
    const own = home.parts.map((part): Known<Node> => ({ part, isTrue, home }));
    const claims = related([...known, ...own]);
    if (claims.some((it) => it.home === home)) {
      const facts = [...this.facts, ...this.assumptions];
      if (this.isImpossible(claims, facts)) {
        const isSettled = this.clash(home, truth, this.core(claims, facts), reach[truth]);
        if (isSettled) return;
      } else this.reduce(home, own, known);
    }
    const inside = { never: isTrue && reach.never, always: !isTrue && reach.always };
    for (const { part } of own.toReversed()) {
      if (!part.logical || this.dropped.has(part)) continue;
      const others = own.filter((it) => it.part !== part && !this.dropped.has(it.part));
      this.visit(part, [...known, ...others], inside);
    }
  }

  /** False if a single part is the reason, which has to be looked into. */
  private clash(
    home: Part<Node>,
    truth: Truth,
    core: readonly Known<Node>[],
    isWhole: boolean,
  ): boolean {
    const members = core.filter((it) => it.home === home).map((it) => it.part);
    const [only] = members;
    // A condition that is impossible alone is reported by other checks.
    if (!only || core.length === 1) return only?.logical === undefined;
    // Otherwise it follows from an assumption, or from what was removed.
    if (members.length === core.length)
      this.findings.push({ kind: "clash", truth, home, members, isWhole });
    return true;
  }

  private reduce(
    home: Part<Node>,
    own: readonly Known<Node>[],
    known: readonly Known<Node>[],
  ): void {
    for (const { part, isTrue } of own.toReversed()) {
      const left = [...known, ...own.filter((it) => it.part !== part && this.isLeft(it))];
      const others = relatedTo(part, left);
      if (others.length === 0) continue;
      const denied: Known<Node> = { part, isTrue: !isTrue, home };
      if (this.isImpossible([...others, denied], this.facts)) {
        const by = this.core(others, this.facts, (reading) => [this.claim(denied, reading)]);
        // What is always true alone is reported by other checks.
        if (by.length === 0 || by.length > maxReasons) continue;
        this.dropped.add(part);
        this.findings.push({ kind: "redundant", part, home, by });
      } else this.reduceList(home, part, others);
    }
  }

  private reduceList(home: Part<Node>, part: Part<Node>, others: readonly Known<Node>[]): void {
    const values = part.list?.values ?? [];
    if (values.length > maxValues) return;
    for (const value of values) {
      const isIt = (reading: number): Formula[] => [readingOf(value.readings, reading)];
      if (!this.isImpossible(others, this.facts, isIt)) continue;
      const by = this.core(others, this.facts, isIt);
      if (by.length === 0 || by.length > maxReasons) continue;
      const dead = this.deadValues.get(part) ?? [];
      this.deadValues.set(part, [...dead, value]);
      this.findings.push({ kind: "value", part, value, home, by });
    }
  }

  private isLeft({ part }: Known<Node>): boolean {
    return !this.dropped.has(part);
  }

  /** The claims without which nothing is proved, as far as the budget allows. */
  private core(
    claims: readonly Known<Node>[],
    facts: readonly Formula[],
    also?: (reading: number) => readonly Formula[],
  ): readonly Known<Node>[] {
    let core = claims;
    for (const claim of claims) {
      const without = core.filter((it) => it !== claim);
      if (this.isImpossible(without, facts, also)) core = without;
    }
    return core;
  }

  private isImpossible(
    claims: readonly Known<Node>[],
    facts: readonly Formula[],
    also?: (reading: number) => readonly Formula[],
  ): boolean {
    for (let reading = 0; reading < this.readings; reading++) {
      if (this.budget.isSpent) return false;
      const all = claims.map((it) => this.claim(it, reading));
      const formula = and(...all, ...(also?.(reading) ?? []), ...facts);
      this.budget.spend(20 * claims.length);
      if (solve(formula, this.budget.within(questionWork)).kind !== "impossible") return false;
    }
    return true;
  }

  private claim({ part, isTrue }: Known<Node>, reading: number): Formula {
    const formula = this.meaningOf(part, reading);
    return isTrue ? formula : not(formula);
  }

  /** Without what was found to be redundant. */
  private meaningOf(part: Part<Node>, reading: number): Formula {
    if (part.logical) {
      const parts = part.parts.filter((it) => !this.dropped.has(it));
      return { kind: part.logical, parts: parts.map((it) => this.meaningOf(it, reading)) };
    }
    const whole = readingOf(part.readings, reading);
    const dead = this.deadValues.get(part)?.map((it) => readingOf(it.readings, reading));
    if (!dead) return whole;
    return part.list?.isExcluding ? or(whole, ...dead) : and(whole, ...dead.map(not));
  }
}

function conditionsIn<Node>({ logical, parts }: Part<Node>): number {
  return logical ? parts.reduce((sum, it) => sum + conditionsIn(it), 0) : 1;
}

function readingOf(readings: readonly Formula[], reading: number): Formula {
  return readings[reading] ?? (readings[0] as Formula);
}

function readingsIn<Node>(part: Part<Node>): number {
  return part.parts.reduce((most, it) => Math.max(most, readingsIn(it)), part.readings.length);
}

/** The claims that have something in common with another. */
function related<Node>(claims: readonly Known<Node>[]): readonly Known<Node>[] {
  const counts = new Map<string, number>();
  for (const { part } of claims)
    for (const it of part.about) counts.set(it, (counts.get(it) ?? 0) + 1);
  return claims.filter(({ part }) => part.about.some((it) => (counts.get(it) ?? 0) > 1));
}

/** The claims that have something in common with a part, also by way of others. The rest can be true whatever it is. */
function relatedTo<Node>(part: Part<Node>, claims: readonly Known<Node>[]): readonly Known<Node>[] {
  const seen = new Set(part.about);
  let found: readonly Known<Node>[] = [];
  for (let before = -1; found.length > before; ) {
    before = found.length;
    found = claims.filter((it) => it.part.about.some((about) => seen.has(about)));
    for (const it of found) for (const about of it.part.about) seen.add(about);
  }
  return found;
}
