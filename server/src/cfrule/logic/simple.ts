import type { Comparison, Expression, Logical, SetLiteral } from "../syntax/tree.ts";
import { mayHaveDuplicates, type Prints } from "./fingerprints.ts";
import { keyOf } from "./operand.ts";
import { stripped } from "./walk-state.ts";

/** Rules with more tests on a path are not simple. */
const maxKeys = 16;

/**
 * Fast path: whether no operand is tested twice on the path to any condition, and no condition is always true or false.
 * Most rules are simple and have no facts, which is much faster to find out than the full analysis.
 */
export function isSimple(root: Expression, text: string): boolean {
  return new Look(text).at(root);
}

class Look {
  /** The operands tested on the current path. */
  private readonly keys: string[] = [];
  private readonly prints: Prints = new Map();

  constructor(private readonly text: string) {}

  at(root: Expression): boolean {
    const { bare, flipped } = stripped(root);
    if (bare.kind !== "logical") return this.adds(bare);
    return !flipped && this.home(bare);
  }

  /** The tests of a home are known in its inner homes. */
  private home(logical: Logical): boolean {
    const mark = this.keys.length;
    const isFine = this.own(logical) && this.inner(logical);
    this.keys.length = mark;
    return isFine;
  }

  private own(logical: Logical): boolean {
    if (logical.name === "xor" || mayHaveDuplicates(logical, this.prints)) return false;
    for (const operand of logical.operands) {
      const { bare, flipped } = stripped(operand);
      if (bare.kind === "logical") {
        if (flipped || (bare.name === logical.name && !this.own(bare))) return false;
      } else if (!this.adds(bare)) return false;
    }
    return true;
  }

  private inner({ name, operands }: Logical): boolean {
    for (const operand of operands) {
      const { bare } = stripped(operand);
      if (bare.kind !== "logical") continue;
      if (!(bare.name === name ? this.inner(bare) : this.home(bare))) return false;
    }
    return true;
  }

  /** Records the operand of a condition; false if it was tested before, or needs the full analysis. */
  private adds(bare: Expression): boolean {
    const { keys } = this;
    const key = this.keyOf(bare);
    if (key === undefined || keys.length > maxKeys || keys.includes(key)) return false;
    keys.push(key);
    return true;
  }

  private keyOf(bare: Expression): string | undefined {
    if (bare.kind === "field") return bare.definition?.pseudo ? undefined : bare.name;
    if (bare.kind !== "comparison" || bare.left.kind === "indexed") return undefined;
    return isOpen(bare) ? keyOf(bare.left, this.text) : undefined;
  }
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
