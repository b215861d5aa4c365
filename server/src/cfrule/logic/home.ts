import type { Expression, Logical, Quantifier } from "../syntax/tree.ts";
import { type Claim, opposite } from "./claim.ts";
import type { Condition } from "./condition.ts";
import { type Home, type Member, type Owner, otherTruth, type Truth } from "./facts.ts";

/** What the walk over a rule keeps in mind, and how homes and negations turn truths round. */

/** A condition on its way through the walk. */
export class Entry implements Member {
  /** Nothing new can be learnt from it. */
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

  /** What is known of the operand wherever the rest of the home matters. Most conditions have none beside them, and are never asked. */
  get claim(): Claim {
    const { claim } = this.condition;
    this.held ??= this.turned ? opposite(claim) : claim;
    return this.held;
  }
}

/** Where a node stands. */
export interface Place {
  readonly home: Home | undefined;
  readonly owner: Owner | undefined;
  /** Under a `not` that stands around more than this node. */
  readonly negated: boolean;
  readonly reach: Reach;
}

/** Whether a truth about a part is one about the whole rule. */
export type Reach = Readonly<Record<Truth, boolean>>;

export const noReach: Reach = { never: false, always: false };

/** How many parts of a home are decided. */
export interface Tally extends Record<Truth, number> {
  parts: number;
  readonly reach: Reach;
  /** To be looked at when all conditions of this home are known. */
  inner: Inner[] | undefined;
}

/** A part with a home of its own. */
export interface Inner {
  readonly node: Logical | Quantifier;
  readonly place: Place;
}

export function count(tally: Tally, truth: Truth | undefined): void {
  if (truth) tally[truth]++;
}

/** The conditions on one operand that are known at the place of the walk, from the outermost in. */
export interface OnOperand {
  readonly entries: Entry[];
  /** The home in which they contradict each other, so that this is told once. */
  quarrel: Home | undefined;
  fresh: boolean;
}

/** Under the groups and negations around a node, and whether those turn it round. */
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

/** The truth that one part of such a home brings upon all of it. */
export function decisive(joiner: Home["joiner"]): Truth {
  return joiner === "and" ? "never" : "always";
}

export function written(home: Home, truth: Truth): Truth {
  return home.negated ? otherTruth(truth) : truth;
}

export function reachInside(joiner: Home["joiner"], reach: Reach): Reach {
  return joiner === "and"
    ? { never: reach.never, always: false }
    : { never: false, always: reach.always };
}
