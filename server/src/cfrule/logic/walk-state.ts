import type { Expression, Logical, Quantifier } from "../syntax/tree.ts";
import { type Claim, opposite } from "./claim.ts";
import type { Condition } from "./condition.ts";
import { type Home, type Member, type Owner, otherTruth, type Truth } from "./facts.ts";

/** State of the walk over a rule, and how homes and negations change truths. */

/** A condition during the walk. */
export class Entry implements Member {
  /** It adds no new information. */
  spent = false;
  private held: Claim | undefined;

  constructor(
    readonly node: Expression,
    private readonly condition: Condition,
    private readonly place: Place,
    private readonly turned: boolean,
  ) {}

  get home(): Home | undefined {
    return this.place.home;
  }

  get negated(): boolean {
    return this.place.negated;
  }

  get owner(): Owner | undefined {
    return this.place.owner;
  }

  get operand(): Condition["operand"] {
    return this.condition.operand;
  }

  get optional(): boolean {
    return this.condition.optional;
  }

  /** What is known about the operand in the rest of the home. Computed lazily: most conditions have no siblings. */
  get claim(): Claim {
    const { claim } = this.condition;
    this.held ??= this.turned ? opposite(claim) : claim;
    return this.held;
  }
}

/** The position of a node. */
export interface Place {
  readonly home: Home | undefined;
  readonly owner: Owner | undefined;
  /** Inside a `not` around more than this node. */
  readonly negated: boolean;
  readonly reach: Reach;
}

/** Whether a truth about a part decides the whole rule. */
export type Reach = Readonly<Record<Truth, boolean>>;

export const noReach: Reach = { never: false, always: false };

/** Counts the decided parts of a home. */
export interface Tally extends Record<Truth, number> {
  parts: number;
  readonly reach: Reach;
  /** Processed after all conditions of this home are known. */
  inner: Inner[] | undefined;
}

/** A part with its own home. */
export interface Inner {
  readonly node: Logical | Quantifier;
  readonly place: Place;
}

export function count(tally: Tally, truth: Truth | undefined): void {
  if (truth) tally[truth]++;
}

/** The conditions on one operand that are known at the current position, outermost first. */
export interface OnOperand {
  readonly entries: Entry[];
  /** The home in which they contradict each other, to report it once. */
  contradiction: Home | undefined;
  fresh: boolean;
}

/** The node inside its groups and negations, and whether they negate it. */
export function stripped(node: Expression): {
  readonly bare: Expression;
  readonly flipped: boolean;
} {
  let bare = node;
  let flipped = false;
  for (;;) {
    if (bare.kind === "group") bare = bare.inner;
    else if (bare.kind === "not") {
      bare = bare.operand;
      flipped = !flipped;
    } else return { bare, flipped };
  }
}

export function isTested(argument: Quantifier["argument"]): argument is Expression {
  return argument.kind !== "string" && argument.kind !== "integer" && argument.kind !== "address";
}

export function effective({ name }: Logical, negated: boolean): Logical["name"] {
  if (name === "xor" || !negated) return name;
  return name === "and" ? "or" : "and";
}

/** The truth of one part that decides the whole home. */
export function decisive(logical: Home["logical"]): Truth {
  return logical === "and" ? "never" : "always";
}

export function written(home: Home, truth: Truth): Truth {
  return home.negated ? otherTruth(truth) : truth;
}

export function reachInside(logical: Home["logical"], reach: Reach): Reach {
  return logical === "and"
    ? { never: reach.never, always: false }
    : { never: false, always: reach.always };
}
