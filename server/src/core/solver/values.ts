import type { Literal } from "./assignment.ts";
import type { Budget } from "./budget.ts";
import type { Atom } from "./formula.ts";
import { kept } from "./kept.ts";
import {
  allNumbers,
  complement,
  has,
  intersection,
  memberOf,
  type Num,
  type NumberSet,
} from "./number-set.ts";
import { Alphabet } from "./text/alphabet.ts";
import { commonText, type TextClaim, workOn } from "./text/common-text.ts";
import { includes } from "./text/text-set.ts";

export type Value = string | number | bigint | boolean;

/** A value that satisfies all claims; "none" if there is none; "unknown" if the budget is spent. */
export type ValueResult = { readonly value: Value } | "none" | "unknown";

/** Finds values of one variable. */
export class VariableValues {
  private readonly known = new Map<string, ValueResult>();
  private readonly excluded = new Map<Literal, ReadonlySet<Literal>>();
  private alphabet: Alphabet | undefined;
  /** The numbers that it can have. */
  private domain = allNumbers;
  /** The last value found, which often satisfies the next claims too. */
  private last: Value | undefined;

  /** The conditions on the variable by their literals. */
  private readonly atoms = new Map<Literal, Atom>();

  add(literal: Literal, atom: Atom): void {
    this.atoms.set(literal, atom);
    this.excluded.clear();
    this.alphabet = undefined;
    if (atom.kind === "number") this.domain = intersection(this.domain, atom.domain);
  }

  /** Any value that satisfies the claims of these literals. */
  any(literals: readonly Literal[], budget: Budget): ValueResult {
    const { last } = this;
    if (last !== undefined && literals.every((it) => this.isMet(it, last, budget)))
      return { value: last };
    return this.best(literals, budget);
  }

  /** The shortest value that satisfies the claims of these literals. */
  best(literals: readonly Literal[], budget: Budget): ValueResult {
    const key = literals.join();
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

  /** The literals that cannot be true together with a literal, if that allows only few values. */
  excludedBy(literal: Literal, budget: Budget): ReadonlySet<Literal> {
    return kept(this.excluded, literal, () => {
      const all = this.allowsFew(literal) ? [...this.atoms.keys()].flatMap((it) => [it, -it]) : [];
      const others = all.filter((it) => Math.abs(it) !== literal);
      return new Set(others.filter((it) => this.search([literal, it], budget) === "none"));
    });
  }

  private allowsFew(literal: Literal): boolean {
    const atom = this.atoms.get(literal);
    if (atom?.kind === "number") return atom.set.cuts.length <= 2 * fewValues && !atom.set.low;
    return atom?.kind === "text" && (atom.set.members?.length ?? fewValues + 1) <= fewValues;
  }

  private search(literals: readonly Literal[], budget: Budget): ValueResult {
    const texts: TextClaim[] = [];
    let [lastUnit, zero]: [number, Num] = [0, 0];
    let numbers: NumberSet | undefined;
    for (const literal of literals) {
      const atom = this.atoms.get(Math.abs(literal));
      const inside = literal > 0;
      if (atom?.kind === "text") {
        texts.push({ set: atom.set, inside });
        lastUnit = atom.lastUnit;
      } else if (atom?.kind === "number") {
        numbers ??= this.domain;
        budget.spend(1 + ((numbers.cuts.length + atom.set.cuts.length) >> 2));
        numbers = intersection(numbers, inside ? atom.set : complement(atom.set));
        zero = atom.zero;
      } else return { value: inside };
    }
    if (!numbers) return commonText(texts, () => this.alphabetOf(lastUnit, budget), budget);
    const value = memberOf(numbers, zero);
    return value === undefined ? "none" : { value };
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

  private isMet(literal: Literal, value: Value, budget: Budget): boolean {
    const atom = this.atoms.get(Math.abs(literal));
    budget.spend(atom?.kind === "text" ? workOn(atom.set, String(value)) : 1);
    return !atom || isTrueOf(atom, value) === literal > 0;
  }
}

/** Whether a condition is true of a value of its variable. */
export function isTrueOf(atom: Atom, value: Value): boolean {
  if (atom.kind === "text") return includes(atom.set, String(value));
  return atom.kind === "number" ? has(atom.set, value as Num) : value === true;
}

/** Some values that meet a condition, and some that do not. */
export function sampleValues(atom: Atom): readonly Value[] {
  if (atom.kind === "flag") return [true, false];
  if (atom.kind === "text")
    return ["", ...(atom.set.members?.slice(0, 1) ?? [atom.set.having?.text ?? ""])];
  const sides = [atom.set, complement(atom.set)].map((it) => intersection(it, atom.domain));
  return sides.flatMap((it) => memberOf(it, atom.zero) ?? []);
}

const fewValues = 8;

/** The budget of each attempt to omit a literal. */
const conflictWork = 4000;
