import {
  has,
  integers,
  integersIn,
  isWithin,
  type Num,
  type NumberSet,
  overlap,
  union,
} from "../../core/solver/number-set.ts";
import { maxInteger } from "../catalogue/limits.ts";
import type { Comparison, Operand } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import { addresses, allIntegers, rangesOf } from "./number-claims.ts";

const lengths = integersIn([{ first: 0n, last: maxInteger }]);

/** The integers that an operand can be. */
export function integersOf(operand: Operand): NumberSet {
  const { constant } = (operand.kind === "field" && operand.definition) || {};
  return constant === undefined ? accepted(operand) : integers([BigInt(constant)]);
}

/** The integers that an operand is compared with without a diagnostic. */
function accepted(operand: Operand): NumberSet {
  const base = operand.kind === "indexed" && isEach(operand) ? operand.base : operand;
  if (base.kind === "call" && base.name === "len") return lengths;
  const { range, also = [] } = (operand.kind === "field" && operand.definition) || {};
  if (!range) return allIntegers;
  const listed = integers(also.map(BigInt));
  return union(integersIn([{ first: BigInt(range[0]), last: BigInt(range[1]) }]), listed);
}

/** Whether a comparison is with values that occur. Others are reported by another check, and would imply anything. */
export function arePossible({ left, operator, right }: Comparison): boolean {
  const ranges = rangesOf(right);
  if (!ranges || (right.kind === "set" && !right.closed)) return false;
  if (ranges.some(({ first, last }) => first > last)) return false;
  const all = left.type?.kind === "IP" ? addresses : accepted(left);
  if (isWithin(integersIn(ranges), all)) return true;
  const { also = [] } = (left.kind === "field" && left.definition) || {};
  return ranges.every((it) =>
    operator.name in orderings
      ? isBound(it.first, all) || also.includes(Number(it.first) + 1)
      : overlap(integersIn([it]), all),
  );
}

const orderings = { lt: true, le: true, gt: true, ge: true };

/** A bound just outside of the range commonly means all of it; below zero it is an error. */
function isBound(value: Num, all: NumberSet): boolean {
  const number = BigInt(value);
  return has(all, number) || has(all, number - 1n) || (number >= 0n && has(all, number + 1n));
}
