import type { Comparison, Expression, Logical, Operand, SetLiteral } from "../syntax/tree.ts";
import { Prints } from "./fingerprints.ts";
import { isDerivedField } from "./related-fields.ts";
import { stripped } from "./walk-state.ts";

/** Rules with more tests on a path are not simple. */
const maxFields = 16;

/**
 * Fast path: whether no field is tested twice on the path to any condition, and no condition is always true or false.
 * Most rules are simple and have no facts, which is much faster to find out than the full analysis.
 */
export function isSimple(root: Expression): boolean {
  return shapeOf(root).isSimple;
}

/** What a rule looks like from afar. */
export interface RuleShape {
  readonly isSimple: boolean;
  /** Parts of a simple rule may cover each other, or are about fields that have to do with each other. */
  readonly mayBeProved: boolean;
}

export function shapeOf(root: Expression): RuleShape {
  const look = new Look();
  const isSimple = look.at(root);
  return { isSimple, mayBeProved: look.mayBeProved };
}

/** With so few operands, every relation between them is worth a proof; among more only those with the same values. */
const fewOperands = 3;

class Look {
  /** The fields tested on the current path. */
  private readonly fields: string[] = [];
  private readonly prints = new Prints();
  mayBeProved = false;

  at(root: Expression): boolean {
    const { bare, flipped } = stripped(root);
    if (bare.kind !== "logical") return this.adds(bare);
    return !flipped && this.home(bare);
  }

  /** The tests of a home are known in its inner homes. */
  private home(logical: Logical): boolean {
    const mark = this.fields.length;
    const inner: Logical[] = [];
    const isFine = this.own(logical, inner) && inner.every(this.isSimpleHome);
    if (isFine && inner.length > 0) this.mayBeProved ||= this.mayAbsorb(logical);
    this.fields.length = mark;
    return isFine;
  }

  private readonly isSimpleHome = (logical: Logical): boolean => this.home(logical);

  /** Looks at the conditions of a home, and collects its inner homes. */
  private own(logical: Logical, inner: Logical[]): boolean {
    if (logical.name === "xor" || this.prints.mayHaveDuplicates(logical)) return false;
    for (const operand of logical.operands) {
      const { bare, flipped } = stripped(operand);
      if (bare.kind !== "logical") {
        if (!this.adds(bare)) return false;
      } else if (flipped) return false;
      else if (bare.name !== logical.name) inner.push(bare);
      else if (!this.own(bare, inner)) return false;
    }
    return true;
  }

  private mayAbsorb(logical: Logical): boolean {
    const areFew = logical.operands.length <= fewOperands;
    return areFew ? repeats(logical, new Set()) : this.prints.mayCover(logical);
  }

  /** Records the field of a condition; false if it was tested before, or the condition needs the full analysis. */
  private adds(bare: Expression): boolean {
    const { fields } = this;
    const field = fieldOf(bare);
    if (field === undefined || fields.length > maxFields || fields.includes(field)) return false;
    fields.push(field);
    this.mayBeProved ||= isDerivedField(field);
    return true;
  }
}

/** Whether a field is tested in several operands. */
function repeats({ operands }: Logical, seen: Set<string>): boolean {
  return operands.some((it) => {
    const { bare } = stripped(it);
    if (bare.kind === "logical") return repeats(bare, seen);
    const { size } = seen;
    return seen.add(fieldOf(bare) ?? "").size === size;
  });
}

function fieldOf(bare: Expression): string | undefined {
  if (bare.kind === "field") return bare.definition?.pseudo ? undefined : bare.name;
  return bare.kind === "comparison" && isOpen(bare) ? onlyField(bare.left) : undefined;
}

/** The field of `http.host` or `lower(http.host)`. */
function onlyField(operand: Operand): string | undefined {
  if (operand.kind === "field") return operand.name;
  if (operand.kind !== "call" || operand.args.length !== 1) return undefined;
  const [argument] = operand.args;
  return argument?.kind === "field" ? argument.name : undefined;
}

/** Whether the comparison is certainly true for some values and false for others. */
function isOpen({ left, operator, right }: Comparison): boolean {
  switch (right.kind) {
    case "regex":
    case "list":
      return true;
    case "string":
      if (left.type?.kind !== "String" || right.bytes === "") return false;
      return !operator.name.endsWith("wildcard") || right.bytes !== "*";
    case "address":
      return operator.name === "eq" || operator.name === "ne";
    case "set":
      return left.type?.kind !== "Integer" && isOpenSet(right);
    default:
      return false;
  }
}

/** Networks this small can never cover all addresses. */
const leastBits = 24;

function isOpenSet({ items }: SetLiteral): boolean {
  for (const item of items) {
    if (item.kind === "range" || item.kind === "integer") return false;
    if (item.kind === "network" && item.bits < leastBits) return false;
  }
  return items.length > 0;
}
