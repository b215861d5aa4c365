import type { Expression, Logical, Operand } from "../syntax/tree.ts";

/** Facts about the conditions of a rule, found in one walk and reported by several checks. */
export interface Facts {
  readonly verdicts: readonly Verdict[];
  readonly settled: readonly Settled[];
  readonly repeated: readonly Superfluous[];
  readonly implied: readonly Superfluous[];
  /** Equivalent conditions in one `xor`, which cancel each other out. */
  readonly cancelled: readonly Superfluous[];
}

/** The mutable form used by the walk. */
export type Noted = { [Kind in keyof Facts]: Facts[Kind][number][] };

export function noFacts(): Noted {
  return { verdicts: [], settled: [], repeated: [], implied: [], cancelled: [] };
}

/** Limit per kind, so that they do not crowd out errors of the same text. */
const maxFacts = 100;

export function note<Fact>(list: Fact[], fact: Fact): void {
  if (list.length < maxFacts) list.push(fact);
}

/** True for no request, or for every request. */
export type Truth = "never" | "always";

export function otherTruth(truth: Truth): Truth {
  return truth === "never" ? "always" : "never";
}

/** All conditions of an `and` or `or`, regardless of grouping. */
export interface Home {
  /** The logical operator after a `not` around them is moved inward. */
  readonly logical: "and" | "or";
  readonly node: Logical;
  /** Inside a `not`, so its meaning is negated. */
  readonly negated: boolean;
}

/** A condition and its position. */
export interface Member {
  /** Including the negations directly before it. */
  readonly node: Expression;
  readonly home: Home | undefined;
  /** Negated by an outer `not`. */
  readonly negated: boolean;
  /** The logical node that it is an operand of. */
  readonly owner: Owner | undefined;
  /** Its operand. Undefined if only its own truth is known. */
  readonly operand: Operand | undefined;
}

export interface Owner {
  readonly logical: Logical;
  readonly index: number;
}

/** Conditions that are always or never true. */
export interface Verdict {
  /** For the text as written, without outer negations. */
  readonly truth: Truth;
  /** One deciding condition, or several on one operand. Empty if every part of the home is decided. */
  readonly members: readonly Member[];
  readonly home: Home | undefined;
  /** The effect on the whole rule. */
  readonly rule: Truth | undefined;
  /** Not true if the operand is missing. */
  readonly unlessMissing?: true;
}

/** A condition that is already decided by an outer one. */
export interface Settled {
  readonly truth: Truth;
  readonly member: Member;
  readonly by: Member;
}

/** A condition that is redundant because of another one. */
export interface Superfluous {
  readonly member: Member;
  readonly beside: Member;
}
