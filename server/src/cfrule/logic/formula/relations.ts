import { always, and, type Formula, not, or } from "../../../core/solver/formula.ts";
import type { Operand } from "../../syntax/tree.ts";
import { keyOf, type TestName } from "../operand.ts";
import { opaqueAtom } from "./variables.ts";

/**
 * How two values compare is opaque, apart from what follows from the order itself: `a lt b` is `b gt a`, and a value equals
 * itself.
 */
export function relationFormula(
  operator: TestName,
  a: Operand,
  b: Operand,
  text: string,
): { readonly claim: Formula; readonly equal: Formula; readonly less: Formula } {
  const [left, right] = [keyOf(a, text), keyOf(b, text)];
  const isTurned = left > right;
  const [first, second] = isTurned ? [right, left] : [left, right];
  const holds = (word: string): Formula => opaqueAtom(`${first} ${word} ${second}`);
  const equal = left === right ? always : holds("eq");
  const before = and(not(equal), holds("lt"));
  const rest = and(not(equal), not(holds("lt")));
  // Addresses of different families are not ordered.
  const after = a.type?.kind === "IP" ? and(rest, holds("gt")) : rest;
  const [less, greater] = isTurned ? [after, before] : [before, after];
  const claims: { readonly [name in TestName]?: Formula } = {
    eq: equal,
    ne: not(equal),
    lt: less,
    le: or(equal, less),
    gt: greater,
  };
  return { claim: claims[operator] ?? or(equal, greater), equal, less };
}

/** The formula of a comparison, for a value that may be missing. */
export function compared(operator: TestName, isPresent: Formula, claim: Formula): Formula {
  const isMet = present(isPresent, claim);
  if (operator !== "ne" || isPresent === always) return isMet;
  // The documentation and the engine differ about 'ne' on a missing value.
  return or(isMet, and(not(isPresent), unequalToMissing));
}

export function present(isPresent: Formula, claim: Formula): Formula {
  return isPresent === always ? claim : and(isPresent, claim);
}

const unequalToMissing = opaqueAtom("ne with a missing value");
