import type { Truth } from "./part.ts";

/** Facts that follow from the conditions of a text, found in one walk and reported by several checks. */
export interface Facts<Member extends GroupMember> {
  readonly verdicts: readonly Verdict<Member>[];
  readonly decided: readonly Decided<Member>[];
  readonly repeated: readonly RedundantCondition<Member>[];
  readonly implied: readonly RedundantCondition<Member>[];
}

/** The mutable form used by the walk. */
export type MutableFacts<All> = {
  [Kind in keyof All]: All[Kind] extends readonly (infer Fact)[] ? Fact[] : never;
};

/** Limit per kind, so that facts do not crowd out errors. */
const maxFacts = 100;

export function note<Fact>(list: Fact[], fact: Fact): void {
  if (list.length < maxFacts) list.push(fact);
}

/** All conditions of an `and` or `or`, regardless of their grouping: the home of each of them. */
export interface LogicalGroup {
  /** The logical operator after every `not` around them is moved inward. */
  readonly logical: "and" | "or";
  /** Inside a `not`, so the text contains the opposite of each condition. */
  readonly negated?: boolean;
}

/** A condition and its position. */
export interface GroupMember {
  /** Undefined for a condition that is the whole text. */
  readonly home: LogicalGroup | undefined;
}

/** Conditions that are always or never true. */
export interface Verdict<Member extends GroupMember> {
  /** For the text as written, without outer negations. */
  readonly truth: Truth;
  /** One condition, or several on the same value that decide together. Empty if every part of the home is decided. */
  readonly members: readonly Member[];
  readonly home: Member["home"];
  /** The effect on the whole text. */
  readonly whole: Truth | undefined;
  /** Does not apply if the value is missing. */
  readonly unlessMissing?: true;
}

/** A condition that is already decided by one further out. */
export interface Decided<Member> {
  readonly truth: Truth;
  readonly member: Member;
  readonly by: Member;
}

/** A condition that is redundant because of another one. */
export interface RedundantCondition<Member> {
  readonly member: Member;
  readonly beside: Member;
}

export function otherTruth(truth: Truth): Truth {
  return truth === "never" ? "always" : "never";
}

/** The truth of one part that decides the whole home. */
export function decisive(logical: LogicalGroup["logical"]): Truth {
  return logical === "and" ? "never" : "always";
}

/** Whether a truth about a part decides the whole text. */
export type Reach = Readonly<Record<Truth, boolean>>;
