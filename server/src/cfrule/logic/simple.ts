import type { Comparison, Expression, Logical, SetLiteral } from "../syntax/tree.ts";
import { stripped } from "./home.ts";
import { keyOf } from "./operand.ts";
import { mayHaveTwins, type Prints } from "./twins.ts";

/** More tests on the way to a condition are no longer simple. */
const mostKeys = 16;

/**
 * Whether a rule tests nothing twice on the way to any of its conditions, and none of them decides by itself. Most rules do
 * so, nothing follows from their conditions, and this is seen in a fraction of the time that thinking about them takes.
 */
export function isSimple(root: Expression, text: string): boolean {
  return new Look(text).at(root);
}

class Look {
  /** What is tested on the way to where the look is. */
  private readonly keys: string[] = [];
  private readonly prints: Prints = new Map();

  constructor(private readonly text: string) {}

  at(root: Expression): boolean {
    const { bare, flipped } = stripped(root);
    if (bare.kind !== "logical") return this.adds(bare);
    return !flipped && this.home(bare);
  }

  /** Everything that a home tests is known where the homes inside it are looked at. */
  private home(logical: Logical): boolean {
    const mark = this.keys.length;
    const isFine = this.own(logical) && this.inner(logical);
    this.keys.length = mark;
    return isFine;
  }

  private own(logical: Logical): boolean {
    if (logical.name === "xor" || mayHaveTwins(logical, this.prints)) return false;
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

  /** Notes what a condition tests, unless that was tested before, or more than that is to be said about it. */
  private adds(bare: Expression): boolean {
    const { keys } = this;
    const key = this.keyOf(bare);
    if (key === undefined || keys.length > mostKeys || keys.includes(key)) return false;
    keys.push(key);
    return true;
  }

  private keyOf(bare: Expression): string | undefined {
    if (bare.kind === "field") return bare.definition?.pseudo ? undefined : bare.name;
    if (bare.kind !== "comparison" || bare.left.kind === "indexed") return undefined;
    return isOpen(bare) ? keyOf(bare.left, this.text) : undefined;
  }
}

/** Whether there surely are values that meet the comparison, and others. */
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

/** Such networks do not make up all addresses, however many a text holds. */
const leastBits = 24;

function isOpenSet({ items }: SetLiteral): boolean {
  for (const item of items) {
    if (item.kind === "range" || item.kind === "integer") return false;
    if (item.kind === "network" && item.bits < leastBits) return false;
  }
  return items.length > 0;
}
