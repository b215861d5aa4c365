import type { Budget } from "./budget.ts";
import { and, atomsIn, type Formula, not } from "./formula.ts";
import { type SolverResult, solve, type Value } from "./solve.ts";

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

/** Which of the two formulas are true of an example. */
export type Side = "first" | "second" | "both";

export type Found<Witness> = "impossible" | "unknown" | { readonly witness: Witness | undefined };

/** `ask` finds a witness of a question. */
export function relation<Witness>(
  first: Formula,
  second: Formula,
  ask: (question: Formula, side: Side) => Found<Witness>,
): Relation<Witness> {
  const onlyFirst = ask(and(first, not(second)), "first");
  const onlySecond = ask(and(second, not(first)), "second");
  const both = ask(and(first, second), "both");
  return {
    name: nameOf([onlyFirst, onlySecond, both]),
    onlyFirst: witnessIn(onlyFirst),
    onlySecond: witnessIn(onlySecond),
    both: witnessIn(both),
  };
}

export interface FindOptions<Witness> {
  /** Undefined if the example is wrong, such as one that depends on an opaque condition; then nothing is claimed. */
  readonly witness: (example: Example) => Witness | undefined;
  /** What is true of every example. */
  readonly facts?: readonly Formula[];
  /** Assumptions for a simpler example, if the first one is wrong: each to be tried alone. */
  readonly hints?: readonly (readonly Formula[])[] | undefined;
  /** Assumptions for a witness that can occur, if the one found cannot. */
  readonly usual?: readonly Formula[] | undefined;
  readonly isUsual?: ((witness: Witness) => boolean) | undefined;
  /** A witness that was made without the solver, if its examples are wrong. */
  readonly madeWitness?: () => Witness | undefined;
  /** What the solver says, if it was asked already. */
  readonly answer?: SolverResult | undefined;
  /** The work for a question, as a share of that for all of them. */
  readonly budget: (share: number) => Budget;
}

/** A witness of a formula; undefined as one if there are examples, and all that were tried are wrong. */
export function findWitness<Witness>(
  question: Formula,
  options: FindOptions<Witness>,
): Found<Witness> {
  const { witness, facts = [], hints = [], usual = [], isUsual, madeWitness, budget } = options;
  const whole = and(question, ...facts);
  const moreUsual = (found: Witness): Witness => {
    if (usual.length === 0 || isUsual?.(found) !== false) return found;
    const another = solve(and(whole, ...usual), budget(1 / 12));
    const other = another.kind === "possible" ? witness(another.values) : undefined;
    return other && isUsual(other) ? other : found;
  };
  const answer = options.answer ?? solve(whole, budget(1 / 4));
  if (answer.kind !== "possible") return answer.kind;
  const found = witness(answer.values);
  if (found) return { witness: moreUsual(found) };
  // There may be an example that depends on fewer opaque conditions, or on none.
  const opaque = atomsIn(whole).filter((it) => it.kind === "flag" && it.isOpaque);
  const plainly = opaque.map((it) => ("usual" in it && it.usual ? it : not(it)));
  for (const more of [plainly, ...hints, ...hints.map((it) => [...it, ...plainly])]) {
    if (more.length === 0) continue;
    const plain = solve(and(whole, ...more), budget(1 / 12));
    const another = plain.kind === "possible" ? witness(plain.values) : undefined;
    if (another) return { witness: another };
  }
  return { witness: madeWitness?.() };
}

function nameOf<Witness>(found: readonly Found<Witness>[]): RelationName {
  const [first, second, both] = found.map(isPossible);
  if (first === undefined || second === undefined) return "unknown";
  if (!first) return second ? "narrower" : "equal";
  if (!second) return "wider";
  return both === undefined ? "unknown" : both ? "overlapping" : "disjoint";
}

/** Undefined if it is unknown, or there is no witness of it. */
function isPossible<Witness>(found: Found<Witness>): boolean | undefined {
  return found === "impossible" ? false : witnessIn(found) === null ? undefined : true;
}

function witnessIn<Witness>(found: Found<Witness>): Witness | null {
  return typeof found === "object" ? (found.witness ?? null) : null;
}
