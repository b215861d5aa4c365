import { complement, intersection, type NumberSet } from "../solver/number-set.ts";

/** What a condition claims about a value. */
export interface Claim {
  readonly set: ValueSet;
  /** Undefined if the value is never missing. */
  readonly missing?: OnMissing | undefined;
}

/**
 * The result of a condition if its value is missing. "open" means that the documentation of the operator is ambiguous: the result
 * is unknown, but the same for all such conditions.
 */
export type OnMissing = boolean | "open" | "not open";

/** "numbers" are exact. `inside` is false for the complement of a set. "same" is a set that can only be compared for equality. */
export type ValueSet =
  | NumberValues
  | { readonly kind: "text"; readonly text: TextSetClaim; readonly inside: boolean }
  | { readonly kind: "same"; readonly words: string; readonly inside: boolean };

interface NumberValues {
  readonly kind: "numbers";
  readonly numbers: NumberSet;
  /** The possible values. */
  readonly domain: NumberSet;
  /** Numbers with different units cannot be compared. */
  readonly unit?: string;
}

export type TextSetClaim =
  | { readonly kind: "oneOf"; readonly values: TextList }
  | { readonly kind: "starts" | "ends" | "has"; readonly part: string }
  | { readonly kind: "upTo"; readonly bound: string; readonly itself: boolean }
  | Pattern;

/** A wildcard pattern: parts with arbitrary text between them. */
export interface Pattern {
  readonly kind: "fits";
  readonly parts: readonly string[];
  readonly strict: boolean;
  readonly matches: (text: string) => boolean;
}

/** The subset of `Set` that is used. */
export interface TextList extends Iterable<string> {
  readonly size: number;
  has(text: string): boolean;
}

/** Most comparisons are with one string, which needs no hash table. */
class OneText implements TextList {
  readonly size = 1;

  constructor(private readonly only: string) {}

  has(text: string): boolean {
    return text === this.only;
  }

  *[Symbol.iterator](): Iterator<string> {
    yield this.only;
  }
}

export function oneOf(values: readonly string[]): TextSetClaim {
  const [only] = values;
  const isSingle = only !== undefined && values.length === 1;
  return { kind: "oneOf", values: isSingle ? new OneText(only) : new Set(values) };
}

export function opposite({ set, missing }: Claim): Claim {
  return {
    set: oppositeSet(set),
    missing: missing === undefined ? missing : reversed[`${missing}`],
  };
}

function oppositeSet(set: ValueSet): ValueSet {
  if (set.kind !== "numbers") return { ...set, inside: !set.inside };
  return { ...set, numbers: intersection(complement(set.numbers), set.domain) };
}

const reversed = { true: false, false: true, open: "not open", "not open": "open" } as const;

/** The cost of comparing the claim with another, in lookups. */
export function weigh({ set }: Claim): number {
  if (set.kind === "numbers") return 1 + (set.numbers.cuts.length >> 1);
  if (set.kind === "same") return 1;
  const { text } = set;
  if (text.kind === "oneOf") return text.values.size + 1;
  return 1 + (("parts" in text ? text.parts.length * 8 : lettersOf(text)) >> 4);
}

function lettersOf(text: { readonly part: string } | { readonly bound: string }): number {
  return "part" in text ? text.part.length : text.bound.length;
}

const folded = new WeakMap<TextSetClaim, TextSetClaim>();

/** Cached, because a claim is compared with many others. */
export function inLowercase(set: TextSetClaim): TextSetClaim {
  let made = folded.get(set);
  if (!made) {
    made = fold(set);
    folded.set(set, made);
  }
  return made;
}

function fold(set: TextSetClaim): TextSetClaim {
  if (set.kind === "oneOf") return oneOf(Array.from(set.values, (it) => it.toLowerCase()));
  return "part" in set ? { kind: set.kind, part: set.part.toLowerCase() } : set;
}
