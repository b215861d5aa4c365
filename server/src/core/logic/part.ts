import type { Formula } from "../solver/formula.ts";

/** The meaning of something in each possible interpretation of the text. Proofs must succeed for all of them. */
export interface Meant {
  /** Some are only made when asked for, because most conditions are not compared with others. */
  readonly meanings: readonly Formula[];
  /** The meanings of the parts of a group, which has no meanings of its own. */
  readonly parts?: readonly Meant[];
}

/** A part of a text: every `not` is moved inward, and nested groups of one operator are joined. */
export interface Part<Node> extends Meant {
  readonly node: Node;
  /** Undefined for a single condition. */
  readonly logical: "and" | "or" | undefined;
  readonly parts: readonly Part<Node>[];
  /** Whether the meaning of a condition is known. */
  readonly isKnown: boolean;
  /** Whether it is obvious that the condition is true of some values and false of others. */
  readonly isOpen?: boolean;
  /** Whether another check reports the condition, so that only equal and opposite ones are compared with it. */
  readonly isOdd?: boolean;
  /** The values that the part is about. Only parts with a common value can be related. */
  readonly values: readonly string[];
  /** The same for all conditions on one value. Without one, a condition is only compared with equal and opposite ones. */
  readonly valueKey?: string | undefined;
  /** The string that the value must be, or must not be, if that is all that the condition says. Cheaper than its meaning. */
  readonly exact?: { readonly text: string; readonly isExcluded: boolean } | undefined;
  /** That this value is present, if it may be missing. */
  readonly isPresent?: Formula | undefined;
  /** The same for parts that are written alike, whatever their order and spacing. Starts with `!` for the opposite. */
  readonly key?: string | undefined;
  /** A number that is the same for the same key, and cheaper. */
  readonly hash?: number | undefined;
  readonly list?: ListPart | undefined;
  /** The operands of an `xor`: texts of their own. */
  readonly operands?: readonly Part<Node>[] | undefined;
  /** The condition of a quantifier on each element: a text of its own. */
  readonly argument?: QuantifiedPart<Node> | undefined;
}

/** An `and` or `or`. */
export class GroupPart<Node> implements Part<Node> {
  readonly isKnown = true;
  readonly meanings: readonly Formula[] = [];
  private known: readonly string[] | undefined;

  constructor(
    readonly node: Node,
    readonly logical: "and" | "or",
    readonly parts: readonly Part<Node>[],
  ) {}

  /** Only asked of texts with few conditions. */
  get values(): readonly string[] {
    if (!this.known) {
      const found: string[] = [];
      for (const { values } of this.parts)
        for (const it of values) if (!found.includes(it)) found.push(it);
      this.known = found;
    }
    return this.known;
  }

  get key(): string | undefined {
    // Repetitions change nothing.
    const keys = new Set(this.parts.map((it) => it.key));
    const [only] = keys;
    return keys.size === 1 ? only : joinKeys(this.logical, [...keys]);
  }
}

/** Whether it is a condition without other texts inside. */
export function isSingle<Node>({ logical, operands, argument }: Part<Node>): boolean {
  return !logical && !operands && !argument;
}

/** The parts of a group, and of the texts inside of a condition. */
export function innerParts<Node>({
  parts,
  operands = [],
  argument,
}: Part<Node>): readonly Part<Node>[] {
  return argument ? [...parts, ...operands, argument.part] : parts.length > 0 ? parts : operands;
}

/** A key for several keys in any order. Undefined if one of them is unknown. */
export function joinKeys(name: string, keys: readonly (string | undefined)[]): string | undefined {
  return keys.includes(undefined) ? undefined : `${name}(${keys.toSorted().join(", ")})`;
}

/** The key without its negation. */
export function bareKey(key: string): string {
  return key.startsWith("!") ? key.slice(1) : key;
}

export function meaningIn({ meanings }: Meant, index: number): Formula {
  return meanings[index] ?? (meanings[0] as Formula);
}

/** The number of interpretations: of a group, the most that a part of it has. */
export function meaningsOf({ meanings, parts = [] }: Meant): number {
  return parts.reduce((most, it) => Math.max(most, meaningsOf(it)), meanings.length);
}

export interface QuantifiedPart<Node> {
  readonly part: Part<Node>;
  /** The truth of the argument that decides the quantifier. */
  readonly decisive: Truth | undefined;
  /** Whether the quantifier is negated. */
  readonly negated: boolean;
}

/** The values of a condition that lists several. */
export interface ListPart {
  /** Whether the condition is true of the values that are not listed. */
  readonly isExcluding: boolean;
  readonly values: readonly ListedValue[];
}

/** It means that the operand has this value. */
export interface ListedValue extends Meant {
  readonly index: number;
}

/** An assumption about a part: true in an `and`, false in an `or`, because otherwise the rest would not matter. */
export interface Assumption<Node> {
  readonly part: Part<Node>;
  readonly isTrue: boolean;
  readonly parent: Part<Node>;
}

export function opposite<One extends { readonly isTrue: boolean }>(claim: One): One {
  return { ...claim, isTrue: !claim.isTrue };
}

/** True of nothing, or of everything. */
export type Truth = "never" | "always";

/** A conclusion from the parts of a text. All truths hold after every `not` is moved inward. */
export type Finding<Node> =
  | Clash<Node>
  | Decided<Node>
  | Redundant<Node>
  | DeadValue<Node>
  | Canceled<Node>;

/** Conditions of an `and` that are never all true, or of an `or` that are never all false. */
export interface Clash<Node> {
  readonly kind: "clash";
  readonly truth: Truth;
  /** The `and` or `or`. Undefined for a condition that is not in one. */
  readonly parent: Part<Node> | undefined;
  /** One condition, or several that decide together. Empty if every part of the parent is decided. */
  readonly members: readonly Part<Node>[];
  /** Whether the whole text is never, or always, true because of it. */
  readonly isWhole: boolean;
  /** Whether nothing was assumed of other findings to prove it. */
  readonly isCertain?: boolean;
  /** Only if the value is present. */
  readonly unlessMissing?: true;
}

/** A condition that one further out decides. */
export interface Decided<Node> extends Effectless {
  readonly kind: "decided";
  readonly truth: Truth;
  readonly part: Part<Node>;
  readonly parent: Part<Node>;
  readonly by: readonly [Assumption<Node>];
}

/** A part that can be removed, because others imply it or cover it. */
export interface Redundant<Node> extends Effectless {
  readonly kind: "redundant";
  readonly part: Part<Node>;
  readonly parent: Part<Node>;
  readonly by: readonly Assumption<Node>[];
  /** Whether it means the same as the other one. */
  readonly isRepeated?: boolean;
}

/** A listed value that changes nothing. */
export interface DeadValue<Node> extends Effectless {
  readonly kind: "value";
  readonly part: Part<Node>;
  readonly value: ListedValue;
  readonly parent: Part<Node>;
  readonly by: readonly Assumption<Node>[];
}

/** An operand of an `xor` that means the same as an earlier one. */
export interface Canceled<Node> {
  readonly kind: "canceled";
  readonly part: Part<Node>;
  readonly beside: Part<Node>;
}

/** The facts about a part that has no effect where it is. */
interface Effectless {
  /** Whether it follows only from what is documented about values, and not for every value of their type. */
  readonly isAssumed?: boolean;
}

export function otherTruth(truth: Truth): Truth {
  return truth === "never" ? "always" : "never";
}

/** The truth of one part that decides the whole group. */
export function decisive(logical: "and" | "or" | undefined): Truth {
  return logical === "or" ? "always" : "never";
}

/** Whether alternatives further out cover the requests or lines that a part is about. */
export function isCovered<Node>({ by }: Decided<Node> | Redundant<Node>): boolean {
  return by.length > 0 && by.every((it) => !it.isTrue);
}

/** The part that can be removed because of it: for a condition that decides its group, all of the group. */
export function removableIn<Node>(finding: Exclude<Finding<Node>, Clash<Node>>): Part<Node> {
  if (finding.kind !== "decided") return finding.part;
  const { part, parent, truth } = finding;
  return truth === decisive(parent.logical) ? parent : part;
}

/** The most listed values that are examined. */
export const maxValues = 40;
