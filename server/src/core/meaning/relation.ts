import type { Budget } from "../solver/budget.ts";
import { and, atomsIn, type Formula, not } from "../solver/formula.ts";
import { type SolverResult, solve } from "../solver/solve.ts";
import type { Value } from "../solver/values.ts";

/** Values of the relevant variables by name. */
export type Example = ReadonlyMap<string, Value>;

/** The first that applies: two formulas that are never true are "equal", and one that is never true is "narrower". */
export type RelationName = "equal" | "narrower" | "wider" | "disjoint" | "overlapping" | "unknown";

export interface Relation<Witness> {
  readonly name: RelationName;
  /** An example of which only the first formula is true; null if that is impossible or unknown. */
  readonly onlyFirst: Witness | null;
  readonly onlySecond: Witness | null;
  readonly both: Witness | null;
}

/** For an interactive comparison: about 100 ms at most. */
export const compareWork = 450_000;

/** A witness of a formula, or that there is none. One that depends on an unknown value, or cannot occur, is possible, but not shown. */
export type Found<Witness> = Witness | "impossible" | "possible" | "unknown";

/** `ask` finds a witness of a question, with what is true of it: the first formula, the second, or both. */
export function relation<Witness extends object>(
  first: Formula,
  second: Formula,
  ask: (question: Formula, isFirst: boolean, isSecond: boolean) => Found<Witness>,
): Relation<Witness> {
  const onlyFirst = ask(and(first, not(second)), true, false);
  const onlySecond = ask(and(second, not(first)), false, true);
  const both = ask(and(first, second), true, true);
  const witnessIn = (it: Found<Witness>) => (typeof it === "object" ? it : null);
  return {
    name: nameOf([onlyFirst, onlySecond, both]),
    onlyFirst: witnessIn(onlyFirst),
    onlySecond: witnessIn(onlySecond),
    both: witnessIn(both),
  };
}

/** How a language makes lines or requests of examples. */
export interface WitnessMaker<Witness> {
  /** Log lines or requests that an example may describe. The evaluator decides which of them are correct. */
  readonly witnesses: (example: Example) => readonly Witness[];
  /** Additional assumptions that lead to simpler examples: each to be tried alone. */
  readonly hints?: (terms: readonly unknown[]) => readonly (readonly Formula[])[];
  /** Whether there can be such a line or request. Others are not shown. */
  readonly canOccur?: (witness: Witness) => boolean;
  /** Assumptions for an ordinary witness, and whether one is. */
  readonly usual?: (terms: readonly unknown[]) => readonly Formula[];
  readonly isUsual?: (witness: Witness) => boolean;
}

export interface Asked<Witness> {
  readonly maker: WitnessMaker<Witness>;
  /** The fields and values in the question. */
  readonly terms: readonly unknown[];
  /** Facts about every example. */
  readonly facts: readonly Formula[];
  /** Whether a witness is right: an example that depends on an opaque condition may be wrong, and then nothing is claimed. */
  readonly accepts: (witness: Witness) => boolean;
  /** A witness that was made without the solver, if its examples are wrong. */
  readonly madeWitness?: (example: Example | undefined) => Witness | "possible" | undefined;
  /** The solver's answer, if it was asked already. */
  readonly answer?: SolverResult | undefined;
  /** The work for a question, as a share of the work for all of them. */
  readonly budget: (share: number) => Budget;
}

/** It is also unknown if there are examples, and all that were tried are wrong. */
export function findWitness<Witness extends object>(
  question: Formula,
  { maker, terms, facts, accepts, madeWitness, answer, budget }: Asked<Witness>,
): Found<Witness> {
  const whole = and(question, ...facts);
  let isPossible = false;
  const isWitness = (it: Witness) => {
    if (!accepts(it)) return false;
    isPossible = true;
    return maker.canOccur?.(it) !== false;
  };
  const witnessOf = (it: SolverResult): Witness | undefined =>
    it.kind === "possible" ? maker.witnesses(it.values).find(isWitness) : undefined;
  const another = (more: readonly Formula[]): Witness | undefined =>
    more.length === 0 ? undefined : witnessOf(solve(and(whole, ...more), budget(1 / 12)));
  const first = answer ?? solve(whole, budget(1 / 4));
  if (first.kind === "impossible") return "impossible";
  const found = witnessOf(first);
  const example = first.kind === "possible" ? first.values : undefined;
  if (found) {
    const other = maker.isUsual?.(found) === false && another(maker.usual?.(terms) ?? []);
    return other && maker.isUsual?.(other) ? other : found;
  }
  // There may be an example that depends on fewer opaque conditions, or on none.
  const atoms = atomsIn(whole);
  const opaque = atoms.filter((it) => it.kind === "flag" && it.isOpaque);
  const plainly = opaque.map((it) => ("usual" in it && it.usual ? it : not(it)));
  const hints = maker.hints?.(terms) ?? [];
  const attempts = [plainly, ...hints, ...hints.map((it) => [...it, ...plainly])];
  // To read a formula again costs about as much as to solve it.
  for (const more of attempts.slice(0, Math.ceil(mostRead / atoms.length))) {
    const witness = another(more);
    if (witness) return witness;
  }
  return madeWitness?.(example) ?? (isPossible ? "possible" : "unknown");
}

/** The conditions that all attempts together may read. */
const mostRead = 1000;

function nameOf(found: readonly Found<object>[]): RelationName {
  const [first, second, both] = found.map((it) => it !== "impossible");
  if (found[0] === "unknown" || found[1] === "unknown") return "unknown";
  if (!first) return second ? "narrower" : "equal";
  if (!second) return "wider";
  return found[2] === "unknown" ? "unknown" : both ? "overlapping" : "disjoint";
}
