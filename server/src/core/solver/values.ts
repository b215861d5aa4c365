import type { Literal } from "./assignment.ts";
import type { Budget } from "./budget.ts";
import type { Atom, NumberAtom, TextAtom } from "./formula.ts";
import { complement, has, intersection, isEmpty, memberOf, type NumberSet } from "./number-set.ts";
import { Alphabet } from "./text/alphabet.ts";
import { commonText, meets, type TextClaim } from "./text/common-text.ts";

export type Value = string | number | bigint | boolean;

/** A value that satisfies all claims; "none" if there is none; "unknown" if the budget is spent. */
export type ValueResult = { readonly value: Value } | "none" | "unknown";

/** Finds values of one variable. */
export class VariableValues {
  private readonly known = new Map<string, ValueResult>();
  private readonly excluded = new Map<Literal, ReadonlySet<Literal>>();
  private alphabet: Alphabet | undefined;
  /** The last value found, which often satisfies the next claims too. */
  private last: Value | undefined;

  constructor(private readonly atoms: ReadonlyMap<number, Atom>) {}

  /** Any value that satisfies the claims of these literals. */
  any(literals: readonly Literal[], budget: Budget): ValueResult {
    const { last } = this;
    if (last !== undefined && literals.every((it) => this.isMet(it, last, budget)))
      return { value: last };
    return this.best(literals, budget);
  }

  /** The shortest value that satisfies the claims of these literals. */
  best(literals: readonly Literal[], budget: Budget): ValueResult {
    const key = literals.toSorted((a, b) => a - b).join();
    let found = this.known.get(key);
    if (found === undefined) {
      found = this.search(literals, budget);
      if (found !== "unknown") this.known.set(key, found);
    }
    if (typeof found === "object") this.last = found.value;
    return found;
  }

  /** A subset of the literals that cannot be true together, as small as the budget allows. */
  conflict(literals: readonly Literal[], budget: Budget): Literal[] {
    let core = [...literals];
    for (const literal of literals) {
      if (core.length <= 2 || budget.isSpent) break;
      const without = core.filter((it) => it !== literal);
      if (this.any(without, budget.within(conflictWork)) === "none") core = without;
    }
    return core;
  }

  /** What cannot be true together with a literal, if that allows only few values. */
  excludedBy(literal: Literal, budget: Budget): ReadonlySet<Literal> {
    let excluded = this.excluded.get(literal);
    if (!excluded) {
      const all = this.allowsFew(literal) ? [...this.atoms.keys()].flatMap((it) => [it, -it]) : [];
      const others = all.filter((it) => Math.abs(it) !== literal);
      excluded = new Set(others.filter((it) => this.search([literal, it], budget) === "none"));
      this.excluded.set(literal, excluded);
    }
    return excluded;
  }

  private allowsFew(literal: Literal): boolean {
    const atom = this.atoms.get(literal);
    if (atom?.kind === "number") return atom.set.cuts.length <= 2 * fewValues && !atom.set.low;
    return atom?.kind === "text" && (atom.set.members?.length ?? fewValues + 1) <= fewValues;
  }

  private search(literals: readonly Literal[], budget: Budget): ValueResult {
    const first = this.atoms.get(Math.abs(literals[0] ?? 0));
    switch (first?.kind) {
      case "text":
        return this.searchText(literals, first, budget);
      case "number":
        return this.searchNumber(literals, first, budget);
      default:
        return { value: (literals[0] ?? 0) > 0 };
    }
  }

  private searchText(
    literals: readonly Literal[],
    { lastUnit }: TextAtom,
    budget: Budget,
  ): ValueResult {
    const claims: TextClaim[] = [];
    for (const literal of literals) {
      const atom = this.atoms.get(Math.abs(literal));
      if (atom?.kind === "text") claims.push({ set: atom.set, inside: literal > 0 });
    }
    const found = commonText(claims, () => this.alphabetOf(lastUnit, budget), budget);
    return typeof found === "object" ? { value: found.text } : found;
  }

  /** Shared by all claims on the variable, because many questions combine them. */
  private alphabetOf(lastUnit: number, budget: Budget): Alphabet {
    if (!this.alphabet) {
      const sets = [...this.atoms.values()].flatMap((it) => (it.kind === "text" ? [it.set] : []));
      this.alphabet = new Alphabet(sets, lastUnit);
      budget.spend(100 * sets.length);
    }
    return this.alphabet;
  }

  private searchNumber(
    literals: readonly Literal[],
    first: NumberAtom,
    budget: Budget,
  ): ValueResult {
    let set: NumberSet = first.domain;
    for (const literal of literals) {
      const atom = this.atoms.get(Math.abs(literal));
      if (atom?.kind !== "number") continue;
      budget.spend(1 + ((set.cuts.length + atom.set.cuts.length) >> 2));
      set = intersection(set, literal > 0 ? atom.set : complement(atom.set));
    }
    const value = isEmpty(set) ? undefined : memberOf(set, first.zero);
    return value === undefined ? "none" : { value };
  }

  private isMet(literal: Literal, value: Value, budget: Budget): boolean {
    const atom = this.atoms.get(Math.abs(literal));
    const inside = literal > 0;
    if (atom?.kind === "text") return meets(value as string, { set: atom.set, inside }, budget);
    budget.spend(1);
    if (atom?.kind === "number") return has(atom.set, value as number) === inside;
    return value === inside;
  }
}

const fewValues = 8;

/** The budget of each attempt to omit a literal. */
const conflictWork = 4000;
