import { type Claim, opposite } from "../../core/logic/claim.ts";
import type { Reach } from "../../core/logic/facts.ts";
import type { Entry } from "../../core/logic/reasoning.ts";
import type { Expression, Logical, Quantifier } from "../syntax/tree.ts";
import type { Condition } from "./condition.ts";
import type { LogicalGroup, Member, OperandPosition } from "./facts.ts";

/** State of the walk over a rule. */

/** A condition during the walk. */
export class RuleEntry implements Member, Entry {
  readonly inAnyCase = false;
  spent = false;
  private held: Claim | undefined;

  constructor(
    readonly node: Expression,
    private readonly condition: Condition,
    private readonly place: NodePosition & { readonly home: LogicalGroup },
    private readonly turned: boolean,
  ) {}

  get home(): LogicalGroup {
    return this.place.home;
  }

  get negated(): boolean {
    return this.place.negated;
  }

  get owner(): OperandPosition | undefined {
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
export interface NodePosition {
  readonly home: LogicalGroup | undefined;
  readonly owner: OperandPosition | undefined;
  /** Inside a `not` around more than this node. */
  readonly negated: boolean;
  readonly reach: Reach;
}

export const noReach: Reach = { never: false, always: false };

/** A part with its own home. */
export interface Inner {
  readonly node: Logical | Quantifier;
  readonly negated: boolean;
  /** Its truth is already known, so what is inside does not count again. */
  readonly isCounted: boolean;
}

/** The node inside its groups and negations, and whether they negate it. */
export function stripGroups(node: Expression): {
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
