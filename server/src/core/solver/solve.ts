import { Assignment, type Clause, type Literal } from "./assignment.ts";
import type { Budget } from "./budget.ts";
import type { Formula } from "./formula.ts";
import { kept } from "./kept.ts";
import { Skeleton, type SkeletonNode } from "./skeleton.ts";
import { type Value, VariableValues } from "./values.ts";

/**
 * Whether a formula can be true: proved impossible; possible with values for the variables that matter; or unknown, because
 * the budget was spent. Opaque variables are omitted, so an example that depends on any must be checked.
 */
export type SolverResult =
  | { readonly kind: "impossible" }
  | { readonly kind: "possible"; readonly values: ReadonlyMap<string, Value> }
  | { readonly kind: "unknown" };

export function solve(formula: Formula, budget: Budget): SolverResult {
  const skeleton = new Skeleton();
  const node = skeleton.add(formula);
  return new Solver(skeleton, [node], budget).run();
}

/** A claim by its number, starting at 1; negative for its opposite. */
export type Claim = number;

/**
 * Finds which of several claims contradict each other. A claim is only read when it is first asked about, and what one answer has
 * taught is used for the next, so that many questions about the same claims cost little more than one.
 */
export class Claims {
  private readonly skeleton = new Skeleton();
  private readonly solver: Solver;
  private readonly nodes = new Map<Claim, SkeletonNode>();

  /** The facts are true in all questions. */
  constructor(
    private readonly meaningOf: (claim: Claim) => Formula,
    facts: readonly Formula[],
    budget: Budget,
  ) {
    const required = facts.map((it) => this.skeleton.add(it));
    this.solver = new Solver(this.skeleton, required, budget);
  }

  /** Claims that cannot be true at once, not necessarily the fewest. Undefined if there are none, or the budget is spent. */
  contradiction(claims: readonly Claim[], budget: Budget): readonly Claim[] | undefined {
    const byLiteral = new Map<Literal, Claim>();
    const assumed: SkeletonNode[] = [];
    for (const claim of claims) {
      const node = kept(this.nodes, claim, () => this.skeleton.add(this.meaningOf(claim)));
      if (byLiteral.has(node.literal)) continue;
      byLiteral.set(node.literal, claim);
      assumed.push(node);
    }
    const found = this.solver.refute(assumed, budget);
    return found?.map((it) => byLiteral.get(it) ?? 0);
  }
}

class Solver {
  private readonly assignment: Assignment;
  private readonly variables = new Map<string, VariableValues>();
  /** The number of literals of the trail that have been checked against each other. */
  private checked = 0;
  /** The known facts about shared parts until the next decision, so that each is visited once. */
  private readonly weights = new Map<SkeletonNode, number>();
  /** The nodes that are true until the next conflict. */
  private readonly settled = new Set<SkeletonNode>();
  /** Literals whose exclusions are kept as clauses. */
  private readonly exclusive = new Set<Literal>();
  /** Those clauses that may have to be followed now. */
  private readonly excluding: Literal[][] = [];
  /** Whether a part of the search was skipped. */
  private isIncomplete = false;
  /** The number of atoms and clauses of the skeleton that are known. */
  private atoms = 0;
  private clauses = 0;

  constructor(
    private readonly skeleton: Skeleton,
    private readonly required: readonly SkeletonNode[],
    private budget: Budget,
  ) {
    this.assignment = new Assignment(budget);
    this.extend();
    for (const it of required) this.assignment.add([it.literal]);
  }

  /** Reads what was added to the skeleton. */
  private extend(): void {
    const { atoms, clauses } = this.skeleton;
    this.assignment.grow(atoms.length);
    for (; this.clauses < clauses.length; this.clauses++)
      this.assignment.add(clauses[this.clauses] ?? []);
    for (; this.atoms < atoms.length; this.atoms++) {
      const atom = atoms[this.atoms];
      if (atom)
        kept(this.variables, atom.variable, () => new VariableValues()).add(this.atoms, atom);
    }
  }

  run(): SolverResult {
    const found = this.search(this.required, []);
    if (found === "possible") return this.example();
    if (found === "unknown" || this.isIncomplete) return { kind: "unknown" };
    return { kind: "impossible" };
  }

  /** The literals of those nodes that cannot be true at once. Undefined if all can, or if it is unknown. */
  refute(assumed: readonly SkeletonNode[], budget: Budget): readonly Literal[] | undefined {
    this.budget = budget;
    this.assignment.budget = budget;
    this.assignment.backTo(0);
    this.extend();
    this.settled.clear();
    this.checked = 0;
    const found = this.search([...assumed, ...this.required], assumed);
    return typeof found === "string" ? undefined : found;
  }

  /** Returns the assumptions that cannot be true at once, if there is no solution. */
  private search(
    roots: readonly SkeletonNode[],
    assumed: readonly SkeletonNode[],
  ): "possible" | "unknown" | readonly Literal[] {
    const { assignment, budget } = this;
    while (!budget.isSpent) {
      const { broken, refused } = this.assume(assumed);
      if (refused) return refused;
      const conflict = broken ?? this.conflictOfValues(assumed.length > 0);
      if (conflict === "unknown") return "unknown";
      if (conflict) {
        if (!assignment.learn(conflict)) return [];
        this.checked = Math.min(this.checked, assignment.trail.length - 1);
        this.settled.clear();
        for (const clause of this.excluding.splice(0)) assignment.imply(clause);
        continue;
      }
      this.weights.clear();
      let next: Literal = 0;
      const isDone = this.areNeeded(roots, this.settled, (literal) => {
        if (assignment.truth(literal) <= 0) next = literal;
        return next === 0;
      });
      if (budget.isSpent) break;
      if (isDone) return "possible";
      assignment.decide(next);
    }
    return "unknown";
  }

  /** Decides the assumptions up to a broken clause, or up to one that those before it refuse. */
  private assume(assumed: readonly SkeletonNode[]): {
    readonly broken?: Clause | undefined;
    readonly refused?: readonly Literal[];
  } {
    const { assignment } = this;
    let broken = assignment.propagate();
    for (const { literal } of assumed) {
      if (broken) break;
      const truth = assignment.truth(literal);
      if (truth < 0) return { refused: [...assignment.decisionsAgainst(literal), literal] };
      if (truth > 0) continue;
      assignment.decide(literal);
      broken = assignment.propagate();
    }
    return { broken };
  }

  /**
   * A clause that excludes claims on one variable that no value satisfies together. Without an answer for them, the search goes on
   * with others, unless their clause would remain for further questions.
   */
  private conflictOfValues(isAsked: boolean): Literal[] | "unknown" | undefined {
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
      if (found === "unknown") {
        if (isAsked) return "unknown";
        this.isIncomplete = true;
      }
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
      for (const it of this.exclusive.has(literal) ? [] : excluded) {
        this.assignment.keep([-it, -literal]);
        this.excluding.push([-it, -literal]);
      }
      this.exclusive.add(literal);
      return [-other, -literal];
    }
    return undefined;
  }

  private literalsOn(variable: string): Literal[] {
    return this.assignment.trail.filter(
      (it) => this.skeleton.atoms[Math.abs(it)]?.variable === variable,
    );
  }

  /**
   * Whether all literals that make the nodes true are fine. Of an `or`, only the literals of its cheapest part are needed.
   * Visited nodes are added to `done`, whose literals are fine.
   */
  private areNeeded(
    nodes: readonly SkeletonNode[],
    done: Set<SkeletonNode>,
    isFine: (literal: Literal) => boolean,
  ): boolean {
    return nodes.every((node) => {
      if (!this.budget.spend(1)) return false;
      if (node.kind === "atom") return isFine(node.literal);
      if (done.has(node)) return true;
      const [chosen] = node.kind === "or" ? [this.chosen(node)] : [];
      const parts = node.kind === "and" ? node.parts : chosen ? [chosen] : [];
      const isDone = this.areNeeded(parts, done, isFine);
      if (isDone) done.add(node);
      return isDone;
    });
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
    return kept(this.weights, node, () => this.groupWeight(node));
  }

  private groupWeight({ kind, parts }: SkeletonNode): number {
    const weights = parts.map((it) => this.openWeight(it));
    if (kind === "or") return Math.min(...weights);
    const open = weights.filter((it) => it >= 0);
    return open.length === 0 ? -1 : open.reduce((a, b) => a + b);
  }

  private example(): SolverResult {
    const needed = new Map<string, Set<Literal>>();
    const isDone = this.areNeeded(this.required, new Set(), (literal) => {
      const variable = this.skeleton.atoms[Math.abs(literal)]?.variable ?? "";
      kept(needed, variable, () => new Set()).add(literal);
      return true;
    });
    if (!isDone) return { kind: "unknown" };
    const values = new Map<string, Value>();
    for (const [variable, literals] of needed) {
      const found = this.variables.get(variable)?.best([...literals], this.budget);
      // The search has found values for a superset of these claims, so the budget must be spent.
      if (typeof found !== "object") return { kind: "unknown" };
      values.set(variable, found.value);
    }
    return { kind: "possible", values };
  }
}
