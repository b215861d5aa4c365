import { type Claim, opposite } from "../../core/logic/claim.ts";
import { mayCover } from "../../core/logic/relation.ts";
import type {
  Comparison,
  Expression,
  Field,
  Logical,
  Operand,
  StringLiteral,
} from "../syntax/tree.ts";
import { claimOf } from "./claim.ts";
import { mayBeEqual } from "./fingerprints.ts";
import { stripGroups } from "./walk-state.ts";

/** A condition of an operand: a comparison or a field. */
interface Test {
  readonly node: Comparison | Field;
  readonly negated: boolean;
}

/** Determines which operands of an `or` may cover each other. An `and` is treated as an `or` of the opposites. */
export class Coverage {
  private readonly tests: (readonly Test[] | undefined)[] = [];
  private readonly equalities: (Equality | undefined)[];

  constructor(
    private readonly name: Logical["name"],
    private readonly operands: readonly Expression[],
  ) {
    this.equalities = name === "or" ? operands.map(equalityIn) : [];
  }

  /**
   * Whether one operand may cover another, or some of its values: the other has all of its conditions except one, and the
   * claim of that one may be related to a claim of the other.
   */
  mayCover(covered: number, covering: number): boolean {
    if (areExclusive(this.equalities[covered], this.equalities[covering])) return false;
    const tests = this.testsOf(covered);
    let open: Test | undefined;
    for (const test of this.testsOf(covering)) {
      if (includes(tests, test)) continue;
      if (open) return false;
      open = test;
    }
    for (const it of tests) if (!open || isRelated(it, open)) return true;
    return false;
  }

  private testsOf(index: number): readonly Test[] {
    const known = this.tests[index];
    if (known) return known;
    const operand = this.operands[index];
    const tests = operand ? testsIn(operand, this.name !== "or", []) : [];
    this.tests[index] = tests;
    return tests;
  }
}

function testsIn(root: Expression, around: boolean, tests: Test[]): readonly Test[] {
  const { bare: node, flipped } = stripGroups(root);
  if (node.kind === "logical") for (const it of node.operands) testsIn(it, around, tests);
  else if (node.kind === "comparison" || node.kind === "field")
    tests.push({ node, negated: flipped !== around });
  return tests;
}

/** The field of `http.host` or `lower(http.host)`. */
export function onlyField(operand: Operand): string | undefined {
  if (operand.kind === "field") return operand.name;
  if (operand.kind !== "call" || operand.args.length !== 1) return undefined;
  const [argument] = operand.args;
  return argument?.kind === "field" ? argument.name : undefined;
}

/** A string that a field must equal for an operand to be true. */
interface Equality {
  readonly left: Field;
  readonly right: StringLiteral;
}

/** The first equality, which is much faster to find than all tests. */
function equalityIn(operand: Expression): Equality | undefined {
  const { bare, flipped } = stripGroups(operand);
  if (flipped) return undefined;
  if (bare.kind === "comparison") return isEquality(bare) ? bare : undefined;
  if (bare.kind !== "logical" || bare.name !== "and") return undefined;
  for (const it of bare.operands) {
    const found = equalityIn(it);
    if (found) return found;
  }
  return undefined;
}

function isEquality(comparison: Comparison): comparison is Comparison & Equality {
  const { left, operator, right } = comparison;
  return operator.name === "eq" && left.kind === "field" && right.kind === "string";
}

/** Whether no request satisfies both. */
function areExclusive(a: Equality | undefined, b: Equality | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.left.name === b.left.name &&
    a.right.value !== b.right.value
  );
}

function includes(tests: readonly Test[], test: Test): boolean {
  for (const it of tests) if (isSame(it, test)) return true;
  return false;
}

/** May be true for different tests, but only rarely. */
function isSame(a: Test, b: Test): boolean {
  if (a.negated !== b.negated) return false;
  const [left, right] = [a.node, b.node];
  if (left.kind === "field" || right.kind === "field")
    return left.kind === right.kind && areOfOneField(a, b);
  if (left.operator.name !== right.operator.name || !mayBeEqual(left.right, right.right))
    return false;
  return areOfOneField(a, b);
}

function isRelated(a: Test, b: Test): boolean {
  if (!areOfOneField(a, b)) return false;
  const [left, right] = [claimIn(a), claimIn(b)];
  return !left || !right || mayCover(left, right);
}

function areOfOneField(a: Test, b: Test): boolean {
  return fieldIn(a) === fieldIn(b);
}

function fieldIn({ node }: Test): string | undefined {
  return node.kind === "field" ? node.name : onlyField(node.left);
}

/** Undefined if the claim is not about the field itself. */
function claimIn({ node, negated }: Test): Claim | undefined {
  const claim =
    node.kind === "comparison" && node.left.kind === "field" ? claimOf(node) : undefined;
  return claim && negated ? opposite(claim) : claim;
}
