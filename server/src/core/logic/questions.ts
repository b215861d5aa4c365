import type { Budget } from "../solver/budget.ts";
import type { Formula } from "../solver/formula.ts";
import { Claims } from "../solver/solve.ts";
import { opposite } from "./part.ts";

/** A longer list of reasons would not be helpful. */
export const maxReasons = 4;

/** That something is true, or that it is false. */
export interface Claim<Item> {
  readonly part: Item;
  readonly isTrue: boolean;
}

export interface Asked<Item> {
  readonly parts: readonly Item[];
  /** The meaning of a claim in one interpretation of the text. */
  readonly meaningOf: (claim: Claim<Item>, index: number) => Formula;
  /** The number of interpretations. */
  readonly meanings: number;
  /** True in every question. */
  readonly facts?: readonly Formula[];
  readonly budget: Budget;
}

/** The limit per question. Most need a small fraction of it. */
const questionWork = 6_000;

/** Finds which parts of a text contradict each other, in each of its interpretations. */
export class Questions<Item> {
  private readonly numbers: ReadonlyMap<Item, number>;
  private readonly meanings: readonly Claims[];
  private readonly budget: Budget;

  constructor({ parts, meaningOf, meanings, facts = [], budget }: Asked<Item>) {
    this.numbers = new Map(parts.map((it, index) => [it, index + 1]));
    this.meanings = Array.from({ length: meanings }, (_, index) => {
      const claims = parts.map((part) => ({
        holds: meaningOf({ part, isTrue: true }, index),
        fails: meaningOf({ part, isTrue: false }, index),
      }));
      return new Claims(claims, facts, budget);
    });
    this.budget = budget;
  }

  /** Claims that cannot be true at once. Undefined if all can, or if the budget is spent. */
  contradiction<One extends Claim<Item>>(claims: readonly One[]): readonly One[] | undefined {
    const numbers = claims.map(({ part, isTrue }) => {
      const number = this.numbers.get(part) ?? 0;
      return isTrue ? number : -number;
    });
    const found = new Set<number>();
    for (const it of this.meanings) {
      if (this.budget.isSpent) return undefined;
      const core = it.contradiction(numbers, this.budget.within(questionWork));
      if (!core) return undefined;
      for (const number of core) found.add(numbers.indexOf(number));
    }
    return claims.filter((_, index) => found.has(index));
  }

  isContradiction(...claims: readonly Claim<Item>[]): boolean {
    return this.contradiction(claims) !== undefined;
  }

  /** As few of the claims as contradict each other, or what is given: one or two of them, if they suffice. */
  fewest<One extends Claim<Item>>(claims: readonly One[], given?: Claim<Item>): readonly One[] {
    const others = given ? [given] : [];
    if (given && this.isContradiction(given)) return [];
    for (const it of claims) if (this.isContradiction(it, ...others)) return [it];
    for (const [index, it] of given ? [] : claims.entries())
      for (const other of claims.slice(0, index))
        if (this.isContradiction(other, it)) return [other, it];
    let left = claims;
    for (const it of claims.toReversed()) {
      if (!left.includes(it)) continue;
      const found = this.contradiction<Claim<Item>>([
        ...left.filter((other) => other !== it),
        ...others,
      ]);
      if (found) left = left.filter((other) => found.includes(other));
    }
    return left;
  }
}

interface Reduction<One> {
  /** Asked for again each time, because what was found may change them. */
  readonly questions: () => Questions<unknown>;
  readonly isSettled: (claim: One) => boolean;
  readonly othersOf: (claim: One) => readonly One[];
  readonly found: (claim: One, by: readonly One[]) => void;
}

/** Finds claims that others imply: first those that a single one implies, and of these the last. */
export function reduce<One extends Claim<unknown>>(
  claims: readonly One[],
  { questions, isSettled, othersOf, found }: Reduction<One>,
): void {
  let left = claims.toReversed();
  for (const most of [1, maxReasons]) {
    const open: One[] = [];
    for (const it of left) {
      if (isSettled(it)) continue;
      const others = othersOf(it).filter((other) => !isSettled(other));
      const denied = opposite(it);
      if (others.length === 0 || !questions().isContradiction(...others, denied)) continue;
      const by = questions().fewest(others, denied);
      if (by.length > most) open.push(it);
      else if (by.length > 0) found(it, by);
    }
    left = open;
  }
}
