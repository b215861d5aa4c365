/** A part of a text with every `not` moved inward and nested groups of one operator joined. */
export interface Outline<Node, Claim> {
  readonly node: Node;
  /** Undefined for a single condition. */
  readonly logical: "and" | "or" | undefined;
  readonly parts: readonly Outline<Node, Claim>[];
  /** What a condition is about. Only those with something in common can be related. */
  readonly about: readonly string[];
  /** What a condition claims about that. Undefined if it can be true or false as needed. */
  readonly claim?: Claim | undefined;
  /** What each single value of a list claims, if there are several, and not too many. */
  readonly values?: readonly Claim[] | undefined;
}

/** What a language knows about claims. */
export interface ClaimLogic<Claim> {
  opposite(claim: Claim): Claim;
  /** Whether all these claims on one thing can obviously be true at once. */
  canBeTrue(claims: readonly Claim[]): boolean;
}

/** Longer texts are left alone: the service accepts 30 conditions in a filter, and few rules have as many. */
export const maxConditions = 40;

/** Longer lists are left alone. */
export const maxValues = 40;
