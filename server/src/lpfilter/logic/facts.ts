import type * as core from "../../core/logic/facts.ts";
import type { Condition, Group } from "../syntax/filter.ts";

/** Facts that follow from the conditions of a filter. */
export interface Facts extends core.Facts<Member> {
  readonly nestings: readonly Nesting[];
  readonly chains: readonly Chain[];
  readonly copies: readonly Copy[];
}

export type Verdict = core.Verdict<Member>;
export type Decided = core.Decided<Member>;
export type RedundantCondition = core.RedundantCondition<Member>;

export function noFacts(): core.MutableFacts<Facts> {
  return {
    verdicts: [],
    decided: [],
    repeated: [],
    implied: [],
    nestings: [],
    chains: [],
    copies: [],
  };
}

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
