import type { Claim, OnMissing, TextSetClaim, ValueSet } from "../../core/logic/claim.ts";
import {
  has,
  integersIn,
  intersection,
  isWithin,
  type Num,
  type NumberSet,
  overlap,
} from "../../core/solver/number-set.ts";
import { maxInteger } from "../catalogue/limits.ts";
import type { ComparisonName } from "../catalogue/operators.ts";
import type { Comparand, Comparison, Operand } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import { addresses, integers, numbersFor, type Range, rangesOf } from "./number-claims.ts";
import { textSet } from "./text-set.ts";

/** What the conditions of a rule claim about their operands. */

const truths = integersIn([{ first: 0, last: 1 }]);

/** The claim of a Boolean operand, and of any other test known only by its own truth. */
export const isTrue: Claim = {
  set: { kind: "numbers", numbers: integersIn([{ first: 1, last: 1 }]), domain: truths },
  missing: false,
};

/** The constant `true`. */
export const everyRequest: Claim = {
  set: { kind: "numbers", numbers: truths, domain: truths },
  missing: true,
};

export function textClaim(text: TextSetClaim): Claim {
  return { set: { kind: "text", text, inside: true }, missing: false };
}

/** Undefined if the comparison is invalid, or has an impossible value. */
export function claimOf(comparison: Comparison): Claim | undefined {
  const { left, operator, right } = comparison;
  // The documentation and the engine differ.
  const missing: OnMissing = operator.name === "ne" ? "open" : false;
  const set = setOf(comparison) ?? vagueSet(operator.name, right);
  if (!set || !left.type) return undefined;
  return { set, missing };
}

function setOf({ left, operator, right }: Comparison): ValueSet | undefined {
  switch (left.type?.kind) {
    case "Integer":
      return numberSet(operator.name, right, integerDomain(left));
    case "IP":
      return numberSet(operator.name, right, { all: addresses, possible: addresses });
    case "String": {
      const text = textSet(operator.name, right);
      return text && { kind: "text", text, inside: !opposites.has(operator.name) };
    }
    default:
      return undefined;
  }
}

const opposites: ReadonlySet<ComparisonName> = new Set(["ne", "gt", "ge"]);

interface Domain {
  /** Values that are accepted without a diagnostic. */
  readonly all: NumberSet;
  /** Values that occur. */
  readonly possible: NumberSet;
}

const lengths = integersIn([{ first: 0n, last: maxInteger }]);

function integerDomain(operand: Operand): Domain {
  const base = operand.kind === "indexed" && isEach(operand) ? operand.base : operand;
  if (base.kind === "call" && base.name === "len") return { all: lengths, possible: lengths };
  if (operand.kind !== "field") return { all: integers, possible: integers };
  const { range, also = [], constant } = operand.definition ?? {};
  const extra = also.map((it) => stretch(it, it));
  const all = range ? integersIn([stretch(range[0], range[1]), ...extra]) : integers;
  const only = constant === undefined ? undefined : integersIn([stretch(constant, constant)]);
  return { all, possible: only ?? all };
}

function stretch(first: number, last: number): Range {
  return { first: BigInt(first), last: BigInt(last) };
}

function numberSet(
  operator: ComparisonName,
  right: Comparand,
  { all, possible }: Domain,
): ValueSet | undefined {
  const ranges = right.kind === "set" && !right.closed ? undefined : rangesOf(right);
  const numbers = ranges && numbersFor(operator, right);
  // Impossible values are reported by another check, and would imply anything.
  if (!numbers || !arePossible(ranges, all, operator in orderings)) return undefined;
  return { kind: "numbers", numbers: intersection(numbers, possible), domain: possible };
}

function arePossible(ranges: readonly Range[], all: NumberSet, isOrdered: boolean): boolean {
  if (ranges.some(({ first, last }) => first > last)) return false;
  if (isWithin(integersIn(ranges), all)) return true;
  return ranges.every((it) =>
    isOrdered ? isBound(it.first, all) : overlap(integersIn([it]), all),
  );
}

const orderings = { lt: true, le: true, gt: true, ge: true };

/** A bound just outside of the range commonly means all of it; below zero it is an error. */
function isBound(value: Num, all: NumberSet): boolean {
  const number = BigInt(value);
  return has(all, number) || has(all, number - 1n) || (number >= 0n && has(all, number + 1n));
}

/** Lists, other regular expressions and bits can only be compared for equality. */
function vagueSet(name: ComparisonName, right: Comparand): ValueSet | undefined {
  switch (right.kind) {
    case "list":
      return { kind: "same", words: `$${right.name}`, inside: true };
    case "regex":
      return { kind: "same", words: `~${right.pattern}`, inside: true };
    case "integer":
      if (name !== "bitwise_and") return undefined;
      return { kind: "same", words: `&${right.value}`, inside: true };
    default:
      return undefined;
  }
}
