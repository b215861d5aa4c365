import type { Condition, Group } from "../syntax/filter.ts";

/** Facts that follow from the conditions of a filter, found in one traversal for several checks. */
export interface Facts {
  readonly verdicts: readonly Verdict[];
  readonly settled: readonly Settled[];
  readonly repeated: readonly Superfluous[];
  readonly implied: readonly Superfluous[];
  readonly nestings: readonly Nesting[];
  readonly chains: readonly Chain[];
  readonly copies: readonly Copy[];
}

/** The result of the traversal. */
export type Noted = { [Kind in keyof Facts]: Facts[Kind][number][] };

export function noFacts(): Noted {
  return {
    verdicts: [],
    settled: [],
    repeated: [],
    implied: [],
    nestings: [],
    chains: [],
    copies: [],
  };
}

/** Whether a part of the filter matches no line or every line. */
export type Truth = "never" | "always";

/** A condition and its group. */
export interface Member {
  readonly condition: Condition;
  /** The group that lists it; undefined for a condition that is the whole filter. */
  readonly group: Group | undefined;
  /**
   * The outermost group around it with only groups of the same logical operator in between.
   * All conditions of one home are equivalent to members of that group.
   */
  readonly home: Group | undefined;
}

/** Conditions that match no line, or every line. */
export interface Verdict {
  readonly truth: Truth;
  /** One that decides alone, or several on one field that do so together. None when every part of the home is decided. */
  readonly members: readonly Member[];
  readonly home: Group | undefined;
  /** The same is true of the whole filter. */
  readonly whole: boolean;
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

/** A group without effect: it has one member, or is inside a group with the same logical operator. */
export interface Nesting {
  readonly group: Group;
  readonly reason: "single" | "nested";
}

/** Conditions of one group that can be merged into one list. */
export interface Chain {
  readonly operator: "in" | "!in";
  readonly members: readonly [Member, Member, ...Member[]];
}

/** A group that is equivalent to an earlier one in the same array, in any order. */
export interface Copy {
  readonly group: Group;
  readonly of: Group;
  readonly around: Group;
}
