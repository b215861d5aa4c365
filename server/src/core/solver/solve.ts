import { Assignment, type Literal } from "./assignment.ts";
import type { Budget } from "./budget.ts";
import type { Atom, Formula } from "./formula.ts";
import { simplify } from "./simplify.ts";
import { type Skeleton, type SkeletonNode, skeletonOf } from "./skeleton.ts";
import { type Value, VariableValues } from "./values.ts";

export type { Value } from "./values.ts";

/**
 * Whether a formula can be true: proved impossible; possible with values for the variables that matter; or unknown, because
 * the budget was spent. Opaque variables are omitted, so an example that depends on any must be checked.
 */
export type SolverResult =
  | { readonly kind: "impossible" }
  | { readonly kind: "possible"; readonly values: ReadonlyMap<string, Value> }
  | { readonly kind: "unknown" };

export function solve(formula: Formula, budget: Budget): SolverResult {
  return new Solver(skeletonOf(simplify(formula)), budget).run();
}

class Solver {
  private readonly assignment: Assignment;
  private readonly variables = new Map<string, VariableValues>();
  /** The number of literals of the trail that have been checked against each other. */
  private checked = 0;
  /** What is known about shared parts until the next decision, so that each is visited once. */
  private readonly weights = new Map<SkeletonNode, number>();
  private readonly settled = new Set<SkeletonNode>();
  /** Literals whose exclusions are kept as clauses. */
  private readonly kept = new Set<Literal>();
  /** Those clauses that may have to be followed now. */
  private readonly excluding: Literal[][] = [];
  /** Whether a part of the search was skipped. */
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

  run(): SolverResult {
    while (!this.budget.isSpent) {
      const conflict = this.assignment.propagate() ?? this.conflictOfValues();
      if (conflict) {
        if (!this.assignment.learn(conflict)) {
          return { kind: this.isIncomplete ? "unknown" : "impossible" };
        }
        this.checked = Math.min(this.checked, this.assignment.trail.length - 1);
        for (const clause of this.excluding.splice(0)) this.assignment.imply(clause);
        continue;
      }
      this.weights.clear();
      this.settled.clear();
      const next = this.undecided(this.skeleton.root);
      if (this.budget.isSpent) break;
      if (next === undefined) return this.example();
      this.assignment.decide(next);
    }
    return { kind: "unknown" };
  }

  /** A clause that excludes claims on one variable that no value satisfies together. */
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
      const pair = found === "none" ? this.contradiction(values, literals) : undefined;
      if (pair) return pair;
      const core = found === "none" ? values.conflict(literals, this.budget) : literals;
      const clause = core.map((it) => -it);
      this.assignment.keep(clause);
      return clause;
    }
    this.checked = trail.length;
    return undefined;
  }

  /**
   * Two claims that contradict each other. Whatever else one of them excludes is kept, too: a rule about one host excludes
   * those about hundreds of others.
   */
  private contradiction(
    values: VariableValues,
    literals: readonly Literal[],
  ): Literal[] | undefined {
    for (const literal of literals) {
      const excluded = values.excludedBy(literal, this.budget);
      const other = literals.find((it) => excluded.has(it));
      if (other === undefined) continue;
      for (const it of this.kept.has(literal) ? [] : excluded) {
        this.assignment.keep([-it, -literal]);
        this.excluding.push([-it, -literal]);
      }
      this.kept.add(literal);
      return [-other, -literal];
    }
    return undefined;
  }

  private literalsOn(variable: string): Literal[] {
    return this.assignment.trail.filter(
      (it) => this.skeleton.atoms[Math.abs(it)]?.variable === variable,
    );
  }

  /** The next literal to decide, from the cheapest part. Undefined if the node is already true. */
  private undecided(node: SkeletonNode): Literal | undefined {
    if (!this.budget.spend(1)) return undefined;
    if (node.kind === "atom")
      return this.assignment.truth(node.literal) > 0 ? undefined : node.literal;
    if (this.settled.has(node)) return undefined;
    const [chosen] = node.kind === "or" ? [this.chosen(node)] : [];
    for (const part of node.kind === "and" ? node.parts : chosen ? [chosen] : []) {
      const literal = this.undecided(part);
      if (literal !== undefined) return literal;
    }
    this.settled.add(node);
    return undefined;
  }

  /** The part of an `or` that is true, or else the cheapest possible one. */
  private chosen({ parts }: SkeletonNode): SkeletonNode | undefined {
    let best: SkeletonNode | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const part of parts) {
      const open = this.openWeight(part);
      if (open > least || open === Number.POSITIVE_INFINITY) continue;
      if (best && open === least && best.weight <= part.weight) continue;
      [best, least] = [part, open];
    }
    return best;
  }

  /** The cost of making the node true: -1 if it is true, infinite if it is false. */
  private openWeight(node: SkeletonNode): number {
    if (!this.budget.spend(1)) return Number.POSITIVE_INFINITY;
    const truth = this.assignment.truth(node.literal);
    if (truth < 0) return Number.POSITIVE_INFINITY;
    if (node.kind === "atom") return truth > 0 ? -1 : node.weight;
    const known = this.weights.get(node) ?? this.groupWeight(node);
    this.weights.set(node, known);
    return known;
  }

  private groupWeight({ kind, parts }: SkeletonNode): number {
    if (kind === "or") {
      return parts.reduce(
        (least, it) => Math.min(least, this.openWeight(it)),
        Number.POSITIVE_INFINITY,
      );
    }
    let sum = -1;
    for (const part of parts) {
      const open = this.openWeight(part);
      if (open >= 0) sum = Math.max(sum, 0) + open;
    }
    return sum;
  }

  private example(): SolverResult {
    const needed = new Map<string, Literal[]>();
    this.need(this.skeleton.root, needed, new Set());
    if (this.budget.isSpent) return { kind: "unknown" };
    const values = new Map<string, Value>();
    for (const [variable, literals] of needed) {
      const found = this.variables.get(variable)?.best(literals, this.budget);
      // The search has found values for a superset of these claims, so the budget must be spent.
      if (typeof found !== "object") return { kind: "unknown" };
      values.set(variable, found.value);
    }
    return { kind: "possible", values };
  }

  private need(node: SkeletonNode, into: Map<string, Literal[]>, seen: Set<SkeletonNode>): void {
    if (seen.has(node) || !this.budget.spend(1)) return;
    seen.add(node);
    if (node.kind === "and") for (const part of node.parts) this.need(part, into, seen);
    const chosen = node.kind === "or" ? this.chosen(node) : undefined;
    if (chosen) this.need(chosen, into, seen);
    if (node.kind !== "atom") return;
    const variable = this.skeleton.atoms[Math.abs(node.literal)]?.variable ?? "";
    const literals = into.get(variable) ?? [];
    if (!literals.includes(node.literal)) literals.push(node.literal);
    into.set(variable, literals);
  }
}
