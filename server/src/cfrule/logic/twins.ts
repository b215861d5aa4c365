import type { Comparand, Expression, Logical } from "../syntax/tree.ts";
import { isTested, stripped } from "./home.ts";

/** The prints of what stands deeper than one level, each of which is asked for once at every level above it. */
export type Prints = Map<Logical, number>;

/**
 * Whether two of its operands are joined of several and may say the same. What they say is only worked out when their
 * strings are the same, whatever their order, as those of nearly all rules are not.
 */
export function mayHaveTwins({ operands }: Logical, prints: Prints): boolean {
  const seen: number[] = [];
  for (const it of operands) {
    const { bare } = stripped(it);
    if (bare.kind === "logical") seen.push(sumOf(bare, prints));
  }
  return seen.length > 1 && new Set(seen).size < seen.length;
}

/** A sum, so that it does not hang on the order of the parts, nor on how they are bracketed. */
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

/** Numbers and addresses can be written in many ways, and are all the same here. */
function printOfValues(right: Comparand): number {
  if (right.kind === "string") return hashOf(right.value);
  if (right.kind !== "set") return 1;
  let print = 0;
  for (const it of right.items) print = (print + (it.kind === "string" ? hashOf(it.value) : 0)) | 0;
  return print;
}

/** All of a short text, as names that are counted up differ in one character; of a long one, some tell it from others. */
function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  const step = 1 + (length >> 5);
  for (let i = 0; i < length; i += step) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
