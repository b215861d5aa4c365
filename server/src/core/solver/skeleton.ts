import type { Clause, Literal } from "./assignment.ts";
import { type Atom, and, atomsIn, type Formula } from "./formula.ts";
import { kept } from "./kept.ts";
import { has, keyOf } from "./number-set.ts";

/** Formulas with `not` moved inward to their atoms, and each node numbered as a variable. */
export interface Skeleton {
  /** One node for each formula that must be true. */
  readonly required: readonly SkeletonNode[];
  readonly claimed: readonly Claimed<SkeletonNode>[];
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

/** What is true if a claim is made, and if its opposite is. */
export interface Claimed<Item = Formula> {
  readonly holds: Item;
  readonly fails: Item;
}

export function skeletonOf(
  required: readonly Formula[],
  claimed: readonly Claimed[] = [],
): Skeleton {
  return new Builder().build(required, claimed);
}

class Builder {
  private readonly atoms: (Atom | undefined)[] = [undefined];
  private readonly numbers = new Map<string, number>();
  private variables = 0;
  /** Nodes that occur several times are shared. */
  private readonly made = {
    true: new Map<Formula, SkeletonNode>(),
    false: new Map<Formula, SkeletonNode>(),
  };

  build(required: readonly Formula[], claimed: readonly Claimed[]): Skeleton {
    // Atoms come first, so that their numbers are dense.
    const all = [...required, ...claimed.flatMap(({ holds, fails }) => [holds, fails])];
    for (const it of atomsIn(and(...all))) this.numberOf(it);
    this.variables = this.atoms.length - 1;
    const roots = required.map((it) => this.node(it, true));
    const claims = claimed.map(({ holds, fails }) => ({
      holds: this.node(holds, true),
      fails: this.node(fails, true),
    }));
    const clauses: Clause[] = roots.map((it) => [it.literal]);
    const seen = new Set<SkeletonNode>();
    for (const it of roots) clausesOf(it, clauses, seen);
    for (const { holds, fails } of claims) {
      clausesOf(holds, clauses, seen);
      clausesOf(fails, clauses, seen);
    }
    return {
      required: roots,
      claimed: claims,
      atoms: this.atoms,
      variables: this.variables,
      clauses,
    };
  }

  private numberOf(atom: Atom): number {
    const key = `${atom.variable}\n${claimKey(atom)}`;
    return kept(this.numbers, key, () => this.atoms.push(atom) - 1);
  }

  private node(formula: Formula, positive: boolean): SkeletonNode {
    return kept(this.made[`${positive}`], formula, () => this.makeNode(formula, positive));
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
