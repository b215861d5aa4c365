import type { Clause, Literal } from "./assignment.ts";
import type { Atom, Formula } from "./formula.ts";
import { kept } from "./kept.ts";
import { keyOf } from "./number-set.ts";
import { simplify } from "./simplify.ts";
import { isTrueOf } from "./values.ts";

export interface SkeletonNode {
  readonly kind: "and" | "or" | "atom";
  /** True if the node is. */
  readonly literal: Literal;
  readonly parts: readonly SkeletonNode[];
  /** The cost of an example in which this node is true: lower if it needs fewer and more usual values. */
  readonly weight: number;
}

/**
 * Formulas with `not` moved inward to their atoms, and each node numbered as a variable. Formulas of equal structure have
 * the same number, whatever their order and repetitions. The opposite formula has the negative number, so that a question
 * about a formula and itself needs no search.
 */
export class Skeleton {
  /** Indexed by their variable, starting at 1. Undefined for a group. */
  readonly atoms: (Atom | undefined)[] = [undefined];
  readonly clauses: Clause[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly byFormula = new Map<Formula, SkeletonNode>();
  private readonly byLiteral = new Map<Literal, SkeletonNode>();
  private readonly defined = new Set<SkeletonNode>();

  /** The node of a formula that may be true. */
  add(formula: Formula): SkeletonNode {
    const node = this.node(simplify(formula));
    this.define(node);
    return node;
  }

  private node(formula: Formula): SkeletonNode {
    return kept(this.byFormula, formula, () => this.makeNode(formula));
  }

  private makeNode(formula: Formula): SkeletonNode {
    switch (formula.kind) {
      case "not":
        return this.opposite(this.node(formula.part));
      case "truth":
        return this.group(formula.value ? "and" : "or", []);
      case "and":
      case "or":
        return this.group(
          formula.kind,
          formula.parts.map((it) => this.node(it)),
        );
      default: {
        const literal = this.numberOf(`${formula.variable}\n${claimKey(formula)}`, formula);
        return this.atom(formula, literal);
      }
    }
  }

  private numberOf(key: string, atom: Atom | undefined): number {
    return kept(this.numbers, key, () => this.atoms.push(atom) - 1);
  }

  private opposite({ kind, literal, parts }: SkeletonNode): SkeletonNode {
    const known = this.byLiteral.get(-literal);
    if (known) return known;
    const atom = this.atoms[Math.abs(literal)];
    if (atom) return this.atom(atom, -literal);
    const opposed = parts.map((it) => this.opposite(it));
    return this.group(kind === "and" ? "or" : "and", opposed);
  }

  private atom(atom: Atom, literal: Literal): SkeletonNode {
    return kept(this.byLiteral, literal, () => {
      return { kind: "atom", literal, parts: [], weight: weightOf(atom, literal > 0) };
    });
  }

  private group(kind: "and" | "or", inner: readonly SkeletonNode[]): SkeletonNode {
    const parts = [...new Set(inner.flatMap((it) => (it.kind === kind ? it.parts : [it])))];
    const [only] = parts;
    if (only && parts.length === 1) return only;
    const decisive = parts.find((it) => it.kind !== "atom" && it.parts.length === 0);
    if (decisive) return decisive;
    const sign = kind === "and" ? 1 : -1;
    const key = Int32Array.from(parts, (it) => sign * it.literal).sort();
    const literal = sign * this.numberOf(key.join(), undefined);
    return kept(this.byLiteral, literal, () => {
      const weights = parts.map((it) => it.weight);
      const weight = kind === "and" ? weights.reduce((a, b) => a + b, 0) : Math.min(...weights);
      return { kind, literal, parts, weight };
    });
  }

  /** One direction of the equivalence is enough: a true node makes its parts true. */
  private define(node: SkeletonNode): void {
    const { kind, literal, parts } = node;
    if (this.defined.has(node)) return;
    this.defined.add(node);
    if (kind === "or") this.clauses.push([-literal, ...parts.map((it) => it.literal)]);
    for (const part of parts) {
      if (kind === "and") this.clauses.push([-literal, part.literal]);
      this.define(part);
    }
  }
}

/** Equal for atoms on one variable that claim the same. */
export function claimKey(atom: Atom): string {
  if (atom.kind === "flag") return "";
  return atom.kind === "text" ? atom.set.key : keyOf(atom.set);
}

/** Empty and usual values cost nothing. Opaque conditions cost most, because an example cannot contain them. */
function weightOf(atom: Atom, positive: boolean): number {
  if (atom.kind !== "flag")
    return isTrueOf(atom, atom.kind === "text" ? "" : atom.zero) === positive ? 0 : 2;
  if (atom.isOpaque) return 20;
  if (atom.usual !== undefined) return atom.usual === positive ? 0 : 8;
  return positive ? 1 : 0;
}
