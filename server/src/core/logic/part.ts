import type { Formula } from "../solver/formula.ts";

/** A part of a text as it takes part in proofs, with every `not` moved inward and nested groups of one operator joined. */
export interface Part<Node> {
  readonly node: Node;
  /** Undefined for a single condition. */
  readonly logical: "and" | "or" | undefined;
  readonly parts: readonly Part<Node>[];
  /** What a condition means, once for each reading of the text. What is claimed is proved for all of them. */
  readonly readings: readonly Formula[];
  /** What the part is about. Only parts with something in common can be related. */
  readonly about: readonly string[];
  readonly list?: ListPart | undefined;
}

/** The values of a condition that lists several. */
export interface ListPart {
  /** True of the values that are not listed. */
  readonly isExcluding: boolean;
  readonly values: readonly ListedValue[];
}

export interface ListedValue {
  readonly index: number;
  /** The operand has this value, in each reading. */
  readonly readings: readonly Formula[];
}

/** What is assumed of a part: in an `and` that it is true, in an `or` that it is false, as the rest would not matter otherwise. */
export interface Known<Node> {
  readonly part: Part<Node>;
  readonly isTrue: boolean;
  readonly home: Part<Node>;
}

/** True of nothing, or of everything. */
export type Truth = "never" | "always";

export type Finding<Node> = Clash<Node> | Redundant<Node> | DeadValue<Node>;

/** Conditions of an `and` that are never all true, or of an `or` of which one always is. */
export interface Clash<Node> {
  readonly kind: "clash";
  readonly truth: Truth;
  readonly home: Part<Node>;
  /** At least two. Without any of them nothing is proved. */
  readonly members: readonly Part<Node>[];
  /** The same is true of the whole text. */
  readonly isWhole: boolean;
}

/** A part that can be removed, because others imply it or cover it. */
export interface Redundant<Node> {
  readonly kind: "redundant";
  readonly part: Part<Node>;
  readonly home: Part<Node>;
  readonly by: readonly Known<Node>[];
}

/** A listed value that changes nothing. */
export interface DeadValue<Node> {
  readonly kind: "value";
  readonly part: Part<Node>;
  readonly value: ListedValue;
  readonly home: Part<Node>;
  readonly by: readonly Known<Node>[];
}
