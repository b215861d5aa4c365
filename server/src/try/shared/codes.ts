import type { Outcome } from "../../core/trial.ts";

/** Results as bytes. */
export const notYet = 0;
export const isFalse = 1;
export const isTrue = 2;
export const undetermined = 3;

export const outcomeOf: readonly Outcome[] = [undefined, false, true, undefined];

export function codeOf(outcome: Outcome): number {
  if (outcome === undefined) return undetermined;
  return outcome ? isTrue : isFalse;
}

export function negated(code: number): number {
  if (code === undetermined) return undetermined;
  return code === isTrue ? isFalse : isTrue;
}
