import { and, type Formula, not, or } from "../core/solver/formula.ts";

/** The parts of a formula that the evaluator knows the truth of. */
export interface Leaves {
  readonly has: (formula: Formula) => boolean;
  readonly truthOf: (leaf: Formula) => boolean | undefined;
}

/** Undefined if a formula is true. Otherwise what follows from it and is not true, in few leaves; or leaves that leave it open. */
export function violated(
  formula: Formula,
  leaves: Leaves,
  /** How often each group was violated. After a few times, it is taken whole. */
  counts: Map<Formula, number>,
): { readonly part: Formula } | { readonly open: readonly Formula[] } | undefined {
  const reader = new Reader(leaves, counts);
  const truth = reader.truth(formula, true);
  if (truth === true) return undefined;
  return truth === false
    ? { part: reader.reason(formula, true) }
    : { open: reader.openLeaves(formula, true) };
}

class Reader {
  private readonly known = [new Map<Formula, Truth>(), new Map<Formula, Truth>()] as const;

  constructor(
    private readonly leaves: Leaves,
    private readonly counts: Map<Formula, number>,
  ) {}

  truth(formula: Formula, isPositive: boolean): Truth {
    const known = this.known[isPositive ? 1 : 0];
    if (known.has(formula)) return known.get(formula);
    const found = this.compute(formula, isPositive);
    known.set(formula, found);
    return found;
  }

  private compute(formula: Formula, isPositive: boolean): Truth {
    if (this.leaves.has(formula)) {
      const truth = this.leaves.truthOf(formula);
      return truth === undefined ? undefined : truth === isPositive;
    }
    if (formula.kind === "truth") return formula.value === isPositive;
    if (formula.kind === "not") return this.truth(formula.part, !isPositive);
    if (!("parts" in formula)) return undefined;
    const decisive = (formula.kind === "or") === isPositive;
    let result: Truth = !decisive;
    for (const part of formula.parts) {
      const truth = this.truth(part, isPositive);
      if (truth === decisive) return decisive;
      if (truth === undefined) result = undefined;
    }
    return result;
  }

  /** Of a formula that is false. */
  reason(formula: Formula, isPositive: boolean): Formula {
    if (this.leaves.has(formula) || formula.kind === "truth" || "variable" in formula)
      return isPositive ? formula : not(formula);
    if (formula.kind === "not") return this.reason(formula.part, !isPositive);
    if ((formula.kind === "or") === isPositive)
      return or(...formula.parts.map((it) => this.reason(it, isPositive)));
    const count = this.counts.get(formula) ?? 0;
    this.counts.set(formula, count + 1);
    if (count >= mostParts) return isPositive ? formula : not(formula);
    const wrong = formula.parts.filter((it) => this.truth(it, isPositive) === false);
    return and(...wrong.map((it) => this.reason(it, isPositive)));
  }

  /** Of a formula that is neither true nor false. */
  openLeaves(root: Formula, isPositive: boolean): readonly Formula[] {
    const found = new Set<Formula>();
    const seen = new Set<Formula>();
    const visit = (formula: Formula, positive: boolean): void => {
      if (seen.has(formula) || this.truth(formula, positive) !== undefined) return;
      seen.add(formula);
      if (this.leaves.has(formula) || !("parts" in formula || "part" in formula))
        found.add(formula);
      else if ("part" in formula) visit(formula.part, !positive);
      else for (const it of formula.parts) visit(it, positive);
    };
    visit(root, isPositive);
    return [...found];
  }
}

const mostParts = 3;

type Truth = boolean | undefined;
