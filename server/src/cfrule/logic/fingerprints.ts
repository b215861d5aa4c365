import type { Comparand, Expression, Logical } from "../syntax/tree.ts";
import { isTested, stripped } from "./walk-state.ts";

/** What the values of a node look like, independent of their order and grouping. */
interface Print {
  sum: number;
  /** Each value is a bit in each of two masks. */
  low: number;
  high: number;
}

/** Fingerprints of the parts of one rule. Cached, because every level above them asks. */
export class Prints {
  private readonly known = new Map<Logical, Print>();

  /**
   * Whether two compound operands may be equivalent. Their meanings are computed only if their strings are equal in any
   * order, which is rare.
   */
  mayHaveDuplicates({ operands }: Logical): boolean {
    const seen: number[] = [];
    for (const it of operands) {
      const { bare } = stripped(it);
      if (bare.kind === "logical") seen.push(this.of(bare).sum);
    }
    return seen.length > 1 && new Set(seen).size < seen.length;
  }

  /** Whether the values of one operand are among those of another, so that it may cover the other. */
  mayCover({ operands }: Logical): boolean {
    const prints = operands.map((it) => this.ofOperand(it));
    return prints.some((a, i) =>
      prints.some((b, j) => i !== j && (a.low & ~b.low) === 0 && (a.high & ~b.high) === 0),
    );
  }

  private ofOperand(node: Expression): Print {
    const { bare } = stripped(node);
    if (bare.kind === "logical") return this.of(bare);
    const print = { sum: 0, low: 0, high: 0 };
    this.add(bare, print);
    return print;
  }

  private of(logical: Logical): Print {
    let print = this.known.get(logical);
    if (print) return print;
    print = { sum: 0, low: 0, high: 0 };
    for (const it of logical.operands) this.add(it, print);
    this.known.set(logical, print);
    return print;
  }

  private add(node: Expression, to: Print): void {
    const { bare } = stripped(node);
    if (bare.kind === "logical") {
      const { sum, low, high } = this.of(bare);
      to.sum = (to.sum + sum) | 0;
      to.low |= low;
      to.high |= high;
    } else if (bare.kind === "quantifier" && isTested(bare.argument)) this.add(bare.argument, to);
    else {
      const print = bare.kind === "comparison" ? printOfValues(bare.right) : 1;
      to.sum = (to.sum + print) | 0;
      to.low |= 1 << (print & 31);
      to.high |= 1 << ((print >>> 5) & 31);
    }
  }
}

/** Numbers and addresses have many spellings, so all count the same. */
function printOfValues(right: Comparand): number {
  if (right.kind === "string") return hashOf(right.value);
  if (right.kind !== "set") return 1;
  let print = 0;
  for (const it of right.items) print = (print + (it.kind === "string" ? hashOf(it.value) : 0)) | 0;
  return print;
}

/** Hashes all of a short string, because numbered names differ in one character, but only parts of a long one. */
function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  const step = 1 + (length >> 5);
  for (let i = 0; i < length; i += step) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
