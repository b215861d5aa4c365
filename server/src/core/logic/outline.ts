/** A part of a text with every `not` moved inward and nested groups of one operator joined. */
export interface Outline<Node, Claim> {
  readonly node: Node;
  /** Undefined for a single condition. */
  readonly logical: "and" | "or" | undefined;
  readonly parts: readonly Outline<Node, Claim>[];
  /** The values that a condition is about. Only conditions with a common value can be related. */
  readonly about: readonly string[];
  /** What a condition claims about them. Undefined if it can be true or false as needed. */
  readonly claim?: Claim | undefined;
  /** The claim of each value of a list that has several, but not too many. */
  readonly values?: readonly Claim[] | undefined;
}

/** The operations on claims that a language provides. */
export interface ClaimLogic<Claim> {
  opposite(claim: Claim): Claim;
  /** Whether these claims on one value can obviously be true at once. */
  canBeTrue(claims: readonly Claim[]): boolean;
}

/** Longer texts are skipped. The service accepts 30 conditions in a filter, and few rules have more. */
export const maxConditions = 40;

/** Longer lists are skipped. */
export const maxValues = 40;
