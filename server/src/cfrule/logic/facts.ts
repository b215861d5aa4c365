import type { Expression, Logical, Operand } from "../syntax/tree.ts";

/** What follows from the conditions of a rule alone, found in one walk and told by several checks. */
export interface Facts {
  readonly verdicts: readonly Verdict[];
  readonly settled: readonly Settled[];
  readonly repeated: readonly Superfluous[];
  readonly implied: readonly Superfluous[];
  /** Two that say the same in one `xor`, where each takes back what the other says. */
  readonly cancelled: readonly Superfluous[];
}

/** What the walk writes them into. */
export type Noted = { [Kind in keyof Facts]: Facts[Kind][number][] };

export function noFacts(): Noted {
  return { verdicts: [], settled: [], repeated: [], implied: [], cancelled: [] };
}

/** Facts of one kind. More help nobody, and must not crowd out the errors of the same text. */
const mostFacts = 100;

export function note<Fact>(list: Fact[], fact: Fact): void {
  if (list.length < mostFacts) list.push(fact);
}

/** Whether something holds for no request or for every request. */
export type Truth = "never" | "always";

export function otherTruth(truth: Truth): Truth {
  return truth === "never" ? "always" : "never";
}

/** All conditions that stand side by side, however they are bracketed. */
export interface Home {
  /** What joins them, once a `not` around them is moved to each. */
  readonly joiner: "and" | "or";
  readonly node: Logical;
  /** The home stands inside a `not`, so that it says the opposite of what is written. */
  readonly negated: boolean;
}

/** A condition and where it stands. */
export interface Member {
  /** With the negations right before it. */
  readonly node: Expression;
  readonly home: Home | undefined;
  /** A `not` further out turns it round. */
  readonly negated: boolean;
  /** Where it is listed. */
  readonly owner: Owner | undefined;
  /** What it is about. Undefined when that is only its own truth. */
  readonly operand: Operand | undefined;
}

export interface Owner {
  readonly logical: Logical;
  readonly index: number;
}

/** Conditions that hold for no request, or for every request. */
export interface Verdict {
  /** Of what is written, whatever a `not` around it makes of that. */
  readonly truth: Truth;
  /** One that decides alone, or several on one operand that do so together. None when every part of the home is decided. */
  readonly members: readonly Member[];
  readonly home: Home | undefined;
  /** What the whole rule does because of that. */
  readonly rule: Truth | undefined;
  /** The operand may be missing, and then it does not hold. */
  readonly unlessMissing?: true;
}

/** A condition that is looked at only after another one further out has decided it. */
export interface Settled {
  readonly truth: Truth;
  readonly member: Member;
  readonly by: Member;
}

/** A condition that changes nothing beside another one. */
export interface Superfluous {
  readonly member: Member;
  readonly beside: Member;
}
