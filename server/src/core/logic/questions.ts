import type { Budget } from "../solver/budget.ts";
import { type Formula, not } from "../solver/formula.ts";
import { kept } from "../solver/kept.ts";
import { Claims } from "../solver/solve.ts";
import { type Meant, meaningsOf, opposite } from "./part.ts";

/** A longer list of reasons would not be helpful. */
export const maxReasons = 4;

/** That something is true, or that it is false. */
export interface Claim<Item> {
  readonly part: Item;
  readonly isTrue: boolean;
}

export interface Asked<Item> {
  /** The meaning of what is claimed, or denied, in one interpretation of the text. */
  readonly meaningOf: (claim: Claim<Item>, index: number) => Formula;
  /** True in every question. */
  readonly facts?: readonly Formula[];
  readonly budget: Budget;
}

/** The limit per question. Most need a small fraction of it. */
const questionWork = 6_000;

/** Finds which parts of a text contradict each other, in each of its interpretations. */
export class Questions<Item extends Meant> {
  private readonly parts: Item[] = [];
  private readonly known = new Map<Item, { readonly number: number; readonly meanings: number }>();
  private readonly meanings: Claims[] = [];

  constructor(private readonly asked: Asked<Item>) {}

  /** Claims that cannot be true at once. Undefined if all can, or if the budget is spent. */
  contradiction<One extends Claim<Item>>(claims: readonly One[]): readonly One[] | undefined {
    const { budget } = this.asked;
    let most = 1;
    const numbers = claims.map(({ part, isTrue }) => {
      const { number, meanings } = kept(this.known, part, () => {
        return { number: this.parts.push(part), meanings: meaningsOf(part) };
      });
      if (meanings > most) most = meanings;
      return isTrue ? number : -number;
    });
    const found = new Set<number>();
    for (let index = 0; index < most; index++) {
      if (budget.isSpent) return undefined;
      const core = this.claimsIn(index).contradiction(numbers, budget.within(questionWork));
      if (!core) return undefined;
      for (const number of core) found.add(numbers.indexOf(number));
    }
    return claims.filter((_, index) => found.has(index));
  }

  private claimsIn(index: number): Claims {
    const { meaningOf, facts = [], budget } = this.asked;
    const read = (number: number): Formula => {
      const isTrue = number > 0;
      const part = this.parts[Math.abs(number) - 1] as Item;
      const formula = meaningOf({ part, isTrue }, index);
      return isTrue ? formula : not(formula);
    };
    this.meanings[index] ??= new Claims(read, facts, budget);
    return this.meanings[index];
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

interface Reduction<One extends Claim<Meant>> {
  /** Asked for again each time, because what was found may change them. */
  readonly questions: () => Pick<Questions<One["part"]>, "isContradiction" | "fewest">;
  readonly isSettled: (claim: One) => boolean;
  readonly othersOf: (claim: One) => readonly One[];
  readonly found: (claim: One, by: readonly One[]) => void;
}

/** Finds claims that others imply: first the claims that a single one implies, and of these the last. */
export function reduce<One extends Claim<Meant>>(
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
