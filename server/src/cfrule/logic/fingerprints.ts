import type { Comparand, Expression, Logical } from "../syntax/tree.ts";
import { isTested, stripped } from "./walk-state.ts";

/** Cached fingerprints of nested nodes, because every level above them asks. */
export type Prints = Map<Logical, number>;

/**
 * Whether two compound operands may be equivalent. Their meanings are computed only if their strings are equal in any
 * order, which is rare.
 */
export function mayHaveDuplicates({ operands }: Logical, prints: Prints): boolean {
  const seen: number[] = [];
  for (const it of operands) {
    const { bare } = stripped(it);
    if (bare.kind === "logical") seen.push(sumOf(bare, prints));
  }
  return seen.length > 1 && new Set(seen).size < seen.length;
}

/**
 * Whether the values of one operand are among those of another, so that it may cover the other. Each value is a bit in each of
 * two masks.
 */
export function mayCover({ operands }: Logical): boolean {
  const masks = operands.map(masksOf);
  return masks.some((a, i) =>
    masks.some((b, j) => i !== j && (a.low & ~b.low) === 0 && (a.high & ~b.high) === 0),
  );
}

interface Masks {
  readonly low: number;
  readonly high: number;
}

function masksOf(node: Expression): Masks {
  const { bare } = stripped(node);
  if (bare.kind !== "logical") {
    const print = bare.kind === "comparison" ? printOfValues(bare.right) : 1;
    return { low: 1 << (print & 31), high: 1 << ((print >>> 5) & 31) };
  }
  let [low, high] = [0, 0];
  for (const it of bare.operands) {
    const inner = masksOf(it);
    low |= inner.low;
    high |= inner.high;
  }
  return { low, high };
}

/** A sum, so that it is independent of order and grouping. */
function sumOf({ operands }: Logical, prints: Prints): number {
  let print = 0;
  for (const it of operands) print = (print + printOf(it, prints)) | 0;
  return print;
}

function printOf(node: Expression, prints: Prints): number {
  const { bare } = stripped(node);
  if (bare.kind === "comparison") return printOfValues(bare.right);
  if (bare.kind === "quantifier") {
    return isTested(bare.argument) ? printOf(bare.argument, prints) : 1;
  }
  if (bare.kind !== "logical") return 1;
  let print = prints.get(bare);
  if (print === undefined) {
    print = sumOf(bare, prints);
    prints.set(bare, print);
  }
  return print;
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
