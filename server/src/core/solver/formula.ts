import type { NumberSet } from "./number-set.ts";
import type { TextSet } from "./text/text-set.ts";

/** Conditions on variables, joined by `and`, `or` and `not`. Each language translates its conditions to formulas. */
export type Formula =
  | { readonly kind: "truth"; readonly value: boolean }
  | { readonly kind: "and" | "or"; readonly parts: readonly Formula[] }
  | { readonly kind: "not"; readonly part: Formula }
  | Atom;

/** A condition on one variable. All conditions on a variable are of the same kind. */
export type Atom = TextAtom | NumberAtom | FlagAtom;

export interface TextAtom {
  readonly kind: "text";
  readonly variable: string;
  readonly set: TextSet;
  /** The largest unit that a string can contain: 0xff for bytes. */
  readonly lastUnit: number;
}

export interface NumberAtom {
  readonly kind: "number";
  readonly variable: string;
  readonly set: NumberSet;
  /** All values of the variable. */
  readonly domain: NumberSet;
  /** The preferred value. */
  readonly zero: number | bigint;
}

/**
 * The variable is true. An opaque variable represents a condition that is not understood; only equal names mean the same
 * condition. Proofs are valid for any meaning of it, but it cannot be part of an example.
 */
export interface FlagAtom {
  readonly kind: "flag";
  readonly variable: string;
  readonly isOpaque?: boolean;
  /** The preferred value in examples. */
  readonly usual?: boolean;
}

export const always: Formula = { kind: "truth", value: true };
export const never: Formula = { kind: "truth", value: false };

export function and(...parts: readonly Formula[]): Formula {
  return { kind: "and", parts };
}

export function or(...parts: readonly Formula[]): Formula {
  return { kind: "or", parts };
}

export function not(part: Formula): Formula {
  return { kind: "not", part };
}

export function flag(variable: string): FlagAtom {
  return { kind: "flag", variable };
}

export function implies(a: Formula, b: Formula): Formula {
  return or(not(a), b);
}

export function iff(a: Formula, b: Formula): Formula {
  return and(implies(a, b), implies(b, a));
}

/** Each condition once, though parts may be shared. */
export function atomsIn(formula: Formula): Atom[] {
  const found: Atom[] = [];
  const seen = new Set<Formula>();
  const visit = (it: Formula): void => {
    if (seen.has(it)) return;
    seen.add(it);
    if ("variable" in it) found.push(it);
    else if ("parts" in it) it.parts.forEach(visit);
    else if ("part" in it) visit(it.part);
  };
  visit(formula);
  return found;
}
