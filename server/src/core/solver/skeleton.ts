import type { Clause, Literal } from "./assignment.ts";
import type { Atom, Formula } from "./formula.ts";
import { has, keyOf } from "./number-set.ts";

/** A formula with `not` moved inward to its atoms, and each node numbered as a variable. */
export interface Skeleton {
  readonly root: SkeletonNode;
  /** Indexed by their variable, starting at 1. */
  readonly atoms: readonly (Atom | undefined)[];
  readonly variables: number;
  readonly clauses: readonly Clause[];
}

export interface SkeletonNode {
  readonly kind: "and" | "or" | "atom";
  /** True if the node is. */
  readonly literal: Literal;
  readonly parts: readonly SkeletonNode[];
  /** The cost of an example in which this node is true: lower if it needs fewer and more usual values. */
  readonly weight: number;
}

export function skeletonOf(formula: Formula): Skeleton {
  return new Builder().build(formula);
}

class Builder {
  private readonly atoms: (Atom | undefined)[] = [undefined];
  private readonly numbers = new Map<string, number>();
  private readonly collected = new Set<Formula>();
  private variables = 0;
  /** Nodes that occur several times are shared. */
  private readonly made = {
    true: new Map<Formula, SkeletonNode>(),
    false: new Map<Formula, SkeletonNode>(),
  };

  build(formula: Formula): Skeleton {
    // Atoms come first, so that their numbers are dense.
    this.collect(formula);
    this.variables = this.atoms.length - 1;
    const root = this.node(formula, true);
    const clauses: Clause[] = [[root.literal]];
    clausesOf(root, clauses, new Set());
    return { root, atoms: this.atoms, variables: this.variables, clauses };
  }

  private collect(formula: Formula): void {
    if (this.collected.has(formula)) return;
    this.collected.add(formula);
    switch (formula.kind) {
      case "truth":
        return;
      case "not":
        this.collect(formula.part);
        return;
      case "and":
      case "or":
        for (const part of formula.parts) this.collect(part);
        return;
      default:
        this.numberOf(formula);
    }
  }

  private numberOf(atom: Atom): number {
    const key = `${atom.variable}\n${claimKey(atom)}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.atoms.length;
      this.numbers.set(key, number);
      this.atoms.push(atom);
    }
    return number;
  }

  private node(formula: Formula, positive: boolean): SkeletonNode {
    const made = this.made[`${positive}`];
    const known = made.get(formula) ?? this.makeNode(formula, positive);
    made.set(formula, known);
    return known;
  }

  private makeNode(formula: Formula, positive: boolean): SkeletonNode {
    switch (formula.kind) {
      case "not":
        return this.node(formula.part, !positive);
      case "truth":
        return this.group(formula.value === positive ? "and" : "or", []);
      case "and":
      case "or": {
        const kind = (formula.kind === "and") === positive ? "and" : "or";
        return this.group(
          kind,
          formula.parts.map((it) => this.node(it, positive)),
        );
      }
      default: {
        const number = this.numberOf(formula);
        const weight = weightOf(formula, positive);
        return { kind: "atom", literal: positive ? number : -number, parts: [], weight };
      }
    }
  }

  private group(kind: "and" | "or", inner: readonly SkeletonNode[]): SkeletonNode {
    const parts = inner.flatMap((it) => (it.kind === kind ? it.parts : [it]));
    const [only] = parts;
    if (only && parts.length === 1) return only;
    const weights = parts.map((it) => it.weight);
    const weight = kind === "and" ? weights.reduce((a, b) => a + b, 0) : Math.min(...weights);
    return { kind, literal: ++this.variables, parts, weight };
  }
}

/** One direction of the equivalence is enough: a true node makes its parts true. */
function clausesOf(node: SkeletonNode, into: Clause[], seen: Set<SkeletonNode>): void {
  const { kind, literal, parts } = node;
  if (seen.has(node)) return;
  seen.add(node);
  if (kind === "or") into.push([-literal, ...parts.map((it) => it.literal)]);
  for (const part of parts) {
    if (kind === "and") into.push([-literal, part.literal]);
    clausesOf(part, into, seen);
  }
}

/** Equal for atoms on one variable that claim the same. */
export function claimKey(atom: Atom): string {
  if (atom.kind === "flag") return "";
  return atom.kind === "text" ? atom.set.key : keyOf(atom.set);
}

/** Empty and usual values cost nothing. Opaque conditions cost most, because an example cannot contain them. */
function weightOf(atom: Atom, positive: boolean): number {
  switch (atom.kind) {
    case "flag":
      if (atom.isOpaque) return 20;
      if (atom.usual !== undefined) return atom.usual === positive ? 0 : 8;
      return positive ? 1 : 0;
    case "number":
      return has(atom.set, atom.zero) === positive ? 0 : 2;
    case "text":
      return atom.set.accepts(atom.set.start) === positive ? 0 : 2;
  }
}
