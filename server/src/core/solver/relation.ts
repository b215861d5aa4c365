import { Budget } from "./budget.ts";
import { Canonical } from "./canonical.ts";
import { and, type Formula, never, not } from "./formula.ts";
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

export interface RelationOptions<Witness> {
  /** Undefined if the example is wrong, such as one that depends on an opaque condition; then nothing is claimed. */
  readonly witness: (example: Example, side: Side) => Witness | undefined;
  /** What is true of every example. */
  readonly facts?: readonly Formula[];
  /** Assumptions for a simpler example, if the first one is wrong: each to be tried alone. */
  readonly hints?: readonly (readonly Formula[])[] | undefined;
  /** Assumptions for a witness that can occur, if the one found cannot. */
  readonly usual?: readonly Formula[] | undefined;
  readonly isUsual?: ((witness: Witness) => boolean) | undefined;
  /** A witness that was made without the solver, if its examples are wrong. */
  readonly madeWitness?: (side: Side) => Witness | undefined;
  readonly work?: number | undefined;
}

export function relation<Witness>(
  first: Formula,
  second: Formula,
  options: RelationOptions<Witness>,
): Relation<Witness> {
  const { witness, madeWitness, work = compareWork } = options;
  const canonical = new Canonical();
  const ask = (formula: Formula, side: Side): Found<Witness> => {
    const question = canonical.of(formula);
    if (question === never) return "impossible";
    return findWitness(question, {
      ...options,
      witness: (example) => witness(example, side),
      madeWitness: () => madeWitness?.(side),
      budget: (share) => new Budget(work * share),
    });
  };
  const onlyFirst = ask(and(first, not(second)), "first");
  const onlySecond = ask(and(second, not(first)), "second");
  const both = ask(and(first, second), "both");
  return {
    name: nameOf(onlyFirst, onlySecond, both),
    onlyFirst: witnessIn(onlyFirst),
    onlySecond: witnessIn(onlySecond),
    both: witnessIn(both),
  };
}

export interface FindOptions<Witness>
  extends Pick<RelationOptions<Witness>, "facts" | "hints" | "usual" | "isUsual"> {
  readonly witness: (example: Example) => Witness | undefined;
  readonly madeWitness?: (() => Witness | undefined) | undefined;
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
  const plainly = withoutOpaque(whole);
  for (const more of [plainly, ...hints, ...hints.map((it) => [...it, ...plainly])]) {
    if (more.length === 0) continue;
    const plain = solve(and(whole, ...more), budget(1 / 12));
    const another = plain.kind === "possible" ? witness(plain.values) : undefined;
    if (another) return { witness: another };
  }
  return { witness: madeWitness?.() };
}

function withoutOpaque(root: Formula): Formula[] {
  const seen = new Set<Formula>();
  const found = (formula: Formula): Formula[] => {
    if (seen.has(formula)) return [];
    seen.add(formula);
    switch (formula.kind) {
      case "and":
      case "or":
        return formula.parts.flatMap(found);
      case "not":
        return found(formula.part);
      case "flag":
        return formula.isOpaque ? [formula.usual ? formula : not(formula)] : [];
      default:
        return [];
    }
  };
  return found(root);
}

/** Which of the two formulas are true of an example. */
export type Side = "first" | "second" | "both";

export type Found<Witness> = "impossible" | "unknown" | { readonly witness: Witness | undefined };

function nameOf<Witness>(
  onlyFirst: Found<Witness>,
  onlySecond: Found<Witness>,
  both: Found<Witness>,
): RelationName {
  if (onlyFirst === "impossible") {
    if (onlySecond === "impossible") return "equal";
    return witnessIn(onlySecond) === null ? "unknown" : "narrower";
  }
  if (witnessIn(onlyFirst) === null) return "unknown";
  if (onlySecond === "impossible") return "wider";
  if (witnessIn(onlySecond) === null) return "unknown";
  if (both === "impossible") return "disjoint";
  return witnessIn(both) === null ? "unknown" : "overlapping";
}

function witnessIn<Witness>(found: Found<Witness>): Witness | null {
  return typeof found === "object" ? (found.witness ?? null) : null;
}
