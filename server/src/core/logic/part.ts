import type { Formula } from "../solver/formula.ts";

/** A part of a text, prepared for proofs: every `not` is moved inward, and nested groups of one operator are joined. */
export interface ProofPart<Node> {
  readonly node: Node;
  /** Undefined for a single condition. */
  readonly logical: "and" | "or" | undefined;
  readonly parts: readonly ProofPart<Node>[];
  /** The meaning of a condition in each possible interpretation of the text. Proofs must succeed for all of them. */
  readonly readings: readonly Formula[];
  /** The values that the part is about. Only parts with a common value can be related. */
  readonly about: readonly string[];
  readonly list?: ListPart | undefined;
}

/** The values of a condition that lists several. */
export interface ListPart {
  /** Whether the condition is true of the values that are not listed. */
  readonly isExcluding: boolean;
  readonly values: readonly ListedValue[];
}

export interface ListedValue {
  readonly index: number;
  /** "The operand has this value", in each interpretation. */
  readonly readings: readonly Formula[];
}

/** An assumption about a part: true in an `and`, false in an `or`, because otherwise the rest would not matter. */
export interface Assumption<Node> {
  readonly part: ProofPart<Node>;
  readonly isTrue: boolean;
  readonly home: ProofPart<Node>;
}

/** True of nothing, or of everything. */
export type Truth = "never" | "always";

export type Finding<Node> = Clash<Node> | Redundant<Node> | DeadValue<Node>;

/** Conditions of an `and` that are never all true, or of an `or` that are never all false. */
export interface Clash<Node> {
  readonly kind: "clash";
  readonly truth: Truth;
  readonly home: ProofPart<Node>;
  /** At least two. All of them are needed for the proof. */
  readonly members: readonly ProofPart<Node>[];
  /** Whether the whole text is never, or always, true because of it. */
  readonly isWhole: boolean;
}

/** A part that can be removed, because others imply it or cover it. */
export interface Redundant<Node> {
  readonly kind: "redundant";
  readonly part: ProofPart<Node>;
  readonly home: ProofPart<Node>;
  readonly by: readonly Assumption<Node>[];
}

/** A listed value that changes nothing. */
export interface DeadValue<Node> {
  readonly kind: "value";
  readonly part: ProofPart<Node>;
  readonly value: ListedValue;
  readonly home: ProofPart<Node>;
  readonly by: readonly Assumption<Node>[];
}
