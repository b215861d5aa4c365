import { Assignment, type Literal } from "./assignment.ts";
import type { Budget } from "./budget.ts";
import type { Atom, Formula } from "./formula.ts";
import { type Skeleton, type SkeletonNode, skeletonOf } from "./skeleton.ts";
import { type Value, VariableValues } from "./values.ts";

export type { Value } from "./values.ts";

/**
 * Whether a formula can be true: proved impossible; possible with values for the variables that matter; or unknown, because
 * the budget was spent. Values of opaque variables are left out, so an example with any has to be tried out.
 */
export type Answer =
  | { readonly kind: "impossible" }
  | { readonly kind: "possible"; readonly values: ReadonlyMap<string, Value> }
  | { readonly kind: "unknown" };

export function solve(formula: Formula, budget: Budget): Answer {
  return new Solver(skeletonOf(formula), budget).run();
}

class Solver {
  private readonly assignment: Assignment;
  private readonly variables = new Map<string, VariableValues>();
  /** The number of literals of the trail that have been checked against each other. */
  private checked = 0;
  /** Whether a part of the search was given up. */
  private isIncomplete = false;

  constructor(
    private readonly skeleton: Skeleton,
    private readonly budget: Budget,
  ) {
    this.assignment = new Assignment(skeleton.variables, budget);
    for (const clause of skeleton.clauses) this.assignment.add(clause);
    const atoms = new Map<string, Map<number, Atom>>();
    skeleton.atoms.forEach((atom, number) => {
      if (!atom) return;
      const same = atoms.get(atom.variable) ?? new Map<number, Atom>();
      atoms.set(atom.variable, same.set(number, atom));
    });
    for (const [variable, some] of atoms) this.variables.set(variable, new VariableValues(some));
  }

  run(): Answer {
    while (!this.budget.isSpent) {
      const conflict = this.assignment.propagate() ?? this.conflictOfValues();
      if (conflict) {
        if (!this.assignment.learn(conflict)) {
          return { kind: this.isIncomplete ? "unknown" : "impossible" };
        }
        this.checked = Math.min(this.checked, this.assignment.trail.length - 1);
        continue;
      }
      const next = this.undecided(this.skeleton.root);
      if (next === undefined) return this.example();
      this.assignment.decide(next);
    }
    return { kind: "unknown" };
  }

  /** A clause that denies claims on one variable which no value meets together. */
  private conflictOfValues(): Literal[] | undefined {
    const { trail } = this.assignment;
    const fresh = new Set<string>();
    for (const literal of trail.slice(this.checked)) {
      const atom = this.skeleton.atoms[Math.abs(literal)];
      if (atom && atom.kind !== "flag") fresh.add(atom.variable);
    }
    for (const variable of fresh) {
      const values = this.variables.get(variable);
      const literals = this.literalsOn(variable);
      const found = values?.any(literals, this.budget);
      if (!values || typeof found === "object") continue;
      if (found === "unknown") this.isIncomplete = true;
      const core = found === "none" ? values.conflict(literals, this.budget) : literals;
      const clause = core.map((it) => -it);
      this.assignment.keep(clause);
      return clause;
    }
    this.checked = trail.length;
    return undefined;
  }

  private literalsOn(variable: string): Literal[] {
    return this.assignment.trail.filter(
      (it) => this.skeleton.atoms[Math.abs(it)]?.variable === variable,
    );
  }

  /** A literal to decide next, of the part that takes least. Undefined if the node is true already. */
  private undecided(node: SkeletonNode): Literal | undefined {
    if (node.kind === "atom")
      return this.assignment.truth(node.literal) > 0 ? undefined : node.literal;
    if (node.kind === "and") {
      for (const part of node.parts) {
        const literal = this.undecided(part);
        if (literal !== undefined) return literal;
      }
      return undefined;
    }
    const chosen = this.chosen(node);
    return chosen && this.undecided(chosen);
  }

  /** The part of an `or` that is true, or else the possible one that takes least. */
  private chosen({ parts }: SkeletonNode): SkeletonNode | undefined {
    let best: SkeletonNode | undefined;
    let isTrue = false;
    for (const part of parts) {
      const truth = this.truth(part);
      if (truth < 0 || (isTrue && truth === 0)) continue;
      if (best && isTrue === truth > 0 && best.weight <= part.weight) continue;
      [best, isTrue] = [part, truth > 0];
    }
    return best;
  }

  private truth(node: SkeletonNode): number {
    if (node.kind === "atom") return this.assignment.truth(node.literal);
    // A node whose own variable was denied by a conflict cannot become true.
    if (this.assignment.truth(node.literal) < 0) return -1;
    const decisive = node.kind === "or" ? 1 : -1;
    let result = -decisive;
    for (const part of node.parts) {
      const truth = this.truth(part);
      if (truth === decisive) return decisive;
      if (truth === 0) result = 0;
    }
    return result;
  }

  private example(): Answer {
    const needed = new Map<string, Literal[]>();
    this.need(this.skeleton.root, needed);
    const values = new Map<string, Value>();
    for (const [variable, literals] of needed) {
      const found = this.variables.get(variable)?.best(literals, this.budget);
      // Values for more claims have been found already, so the budget is spent.
      if (typeof found !== "object") return { kind: "unknown" };
      values.set(variable, found.value);
    }
    return { kind: "possible", values };
  }

  private need(node: SkeletonNode, into: Map<string, Literal[]>): void {
    if (node.kind === "and") for (const part of node.parts) this.need(part, into);
    const chosen = node.kind === "or" ? this.chosen(node) : undefined;
    if (chosen) this.need(chosen, into);
    if (node.kind !== "atom") return;
    const variable = this.skeleton.atoms[Math.abs(node.literal)]?.variable ?? "";
    const literals = into.get(variable) ?? [];
    if (!literals.includes(node.literal)) literals.push(node.literal);
    into.set(variable, literals);
  }
}
