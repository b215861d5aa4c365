import type { Comparand, Expression, Logical } from "../syntax/tree.ts";
import { isTested, stripGroups } from "./walk-state.ts";

/** A fingerprint of the values in a part of a rule, independent of their order and grouping. */
export interface Fingerprint {
  sum: number;
  /** Each value is a bit in each of two masks. */
  low: number;
  high: number;
}

export function emptyFingerprint(): Fingerprint {
  return { sum: 0, low: 0, high: 0 };
}

export function fingerprintOf(condition: Expression): Fingerprint {
  const print = emptyFingerprint();
  addCondition(print, stripGroups(condition).bare);
  return print;
}

/** Adds the values of a comparison or field. */
export function addCondition(to: Fingerprint, condition: Expression): void {
  const values = condition.kind === "comparison" ? fingerprintOfValues(condition.right) : 1;
  to.sum = (to.sum + values) | 0;
  to.low |= 1 << (values & 31);
  to.high |= 1 << ((values >>> 5) & 31);
}

export function addFingerprint(to: Fingerprint, { sum, low, high }: Fingerprint): void {
  to.sum = (to.sum + sum) | 0;
  to.low |= low;
  to.high |= high;
}

/** The sums of compound parts, cached because every level above them needs them. */
export class Sums {
  private readonly known = new Map<Logical, number>();

  /** Whether two compound operands may be equivalent. */
  mayHaveDuplicates({ operands }: Logical): boolean {
    const sums: number[] = [];
    for (const it of operands) {
      const { bare } = stripGroups(it);
      if (bare.kind === "logical") sums.push(this.of(bare));
    }
    return hasDuplicates(sums);
  }

  private of(node: Expression): number {
    const { bare } = stripGroups(node);
    if (bare.kind === "quantifier" && isTested(bare.argument)) return this.of(bare.argument);
    if (bare.kind !== "logical") return fingerprintOf(bare).sum;
    let sum = this.known.get(bare);
    if (sum !== undefined) return sum;
    sum = 0;
    for (const it of bare.operands) sum = (sum + this.of(it)) | 0;
    this.known.set(bare, sum);
    return sum;
  }
}

/** Meanings of parts are only compared if their fingerprints are equal, which is rare. */
export function hasDuplicates(sums: readonly number[]): boolean {
  return sums.length > 1 && new Set(sums).size < sums.length;
}

/** Whether any two parts are related. Only tests pairs where the second has at most one value that the first lacks. */
export function someNear(
  prints: readonly Fingerprint[],
  isRelated: (first: number, second: number) => boolean,
): boolean {
  return prints.some((a, i) =>
    prints.some(
      (b, j) =>
        i !== j && isSingle(b.low & ~a.low) && isSingle(b.high & ~a.high) && isRelated(i, j),
    ),
  );
}

/** Whether at most one bit is set. */
function isSingle(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}

/** Numbers and addresses have many spellings, so they all have the same hash. */
function fingerprintOfValues(right: Comparand): number {
  if (right.kind === "string") return hashOf(right.value);
  if (right.kind !== "set") return 1;
  let print = 0;
  for (const it of right.items) print = (print + (it.kind === "string" ? hashOf(it.value) : 0)) | 0;
  return print;
}

/** Whether the values of two comparisons may be the same. */
export function mayBeEqual(a: Comparand, b: Comparand): boolean {
  if (a.kind === "string" && b.kind === "string") return a.value === b.value;
  return fingerprintOfValues(a) === fingerprintOfValues(b);
}

/** Hashes all of a short string, because numbered names differ in one character, but only parts of a long one. */
function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  const step = 1 + (length >> 5);
  for (let i = 0; i < length; i += step) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
