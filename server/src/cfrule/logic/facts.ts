import type * as core from "../../core/logic/facts.ts";
import type { Expression, Logical, Operand } from "../syntax/tree.ts";

/** Facts about the conditions of a rule. */
export interface Facts extends core.Facts<Member> {
  /** Equivalent conditions in one `xor`, which cancel each other out. */
  readonly cancelled: readonly RedundantCondition[];
}

export type Verdict = core.Verdict<Member>;
export type Decided = core.Decided<Member>;
export type RedundantCondition = core.RedundantCondition<Member>;

export function noFacts(): core.MutableFacts<Facts> {
  return { verdicts: [], decided: [], repeated: [], implied: [], cancelled: [] };
}

export interface LogicalGroup extends core.LogicalGroup {
  readonly node: Logical;
  readonly negated: boolean;
}

/** A condition and its position. */
export interface Member {
  /** Including the negations directly before it. */
  readonly node: Expression;
  readonly home: LogicalGroup | undefined;
  /** Negated by an outer `not`. */
  readonly negated: boolean;
  /** The logical node that it is an operand of. */
  readonly owner: OperandPosition | undefined;
  /** Its operand. Undefined if only its own truth is known. */
  readonly operand: Operand | undefined;
}

export interface OperandPosition {
  readonly logical: Logical;
  readonly index: number;
}
