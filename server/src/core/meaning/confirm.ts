import { Budget } from "../solver/budget.ts";
import { and, type Formula, not } from "../solver/formula.ts";
import { solve } from "../solver/solve.ts";
import type { RelationName } from "./relation.ts";

/** A text that can be tried on lines or requests made for the purpose. */
export interface Tried {
  /** The fields of the text with the values it compares them with, in a representation of the language. */
  readonly mentions: readonly unknown[];
  /** Lines or requests with the given fields, at the given values and next to them. */
  readonly samples: (mentions: readonly unknown[]) => readonly unknown[];
  /** The evaluator's answers for a sample, one for each treatment of missing values. Undefined if it is undetermined. */
  readonly answers: (sample: unknown) => readonly (boolean | undefined)[];
}

/**
 * The reaction to an evaluator that contradicts a proof: none, apart from the claim that is dropped. In tests it is an
 * error.
 */
export const onDisagreement: { report: ((what: string) => void) | undefined } = {
  report: undefined,
};

/** The claim of a relation about the results of two texts for one sample. */
const relations: {
  readonly [name in RelationName]?: (first: boolean, second: boolean) => boolean;
} = {
  equal: (first, second) => first === second,
  narrower: (first, second) => !first || second,
  wider: (first, second) => first || !second,
  disjoint: (first, second) => !first || !second,
};

/** Lines or requests that are close to what any of the texts compares with. */
export function samplesOf(texts: readonly [Tried, ...Tried[]]): readonly unknown[] {
  return texts[0].samples(texts.flatMap((it) => it.mentions));
}

/** Whether the evaluator contradicts a claim about the results of texts on none of their samples. */
export function isConfirmedFor(
  texts: readonly [Tried, ...Tried[]],
  claim: string,
  isTrue: (...results: boolean[]) => boolean,
): boolean {
  return isConfirmedOn(samplesOf(texts), texts, claim, isTrue);
}

/** Whether the evaluator contradicts a claim about results on none of the samples. */
export function isConfirmedOn(
  samples: readonly unknown[],
  texts: readonly Pick<Tried, "answers">[],
  claim: string,
  isTrue: (...results: boolean[]) => boolean,
): boolean {
  const contradiction = samples.find((sample) => {
    const [first = [], ...others] = texts.map((it) => it.answers(sample));
    return first.some((result, reading) => {
      const results = [result, ...others.map((it) => it[reading])];
      return !results.includes(undefined) && !isTrue(...(results as boolean[]));
    });
  });
  if (contradiction !== undefined)
    onDisagreement.report?.(`${claim}, but not for ${shown(contradiction)}`);
  return contradiction === undefined;
}

export function isConfirmed(name: RelationName, first: Tried, second: Tried): boolean {
  const isTrue = relations[name];
  return !isTrue || isConfirmedFor([first, second], name, isTrue);
}

/** Whether the evaluator finds no sample that a text matches and none of the others does. */
export function isCovered(inner: Tried, outers: readonly Tried[]): boolean {
  return isConfirmedFor([inner, ...outers], "covered", (is, ...are) => !is || are.includes(true));
}

function shown(sample: unknown): string {
  return JSON.stringify(sample, (_, it) => {
    if (typeof it === "bigint") return String(it);
    return it instanceof Map ? Object.fromEntries(it) : it;
  });
}

/** The facts about a text that a proof needs. */
export interface Proved extends Tried {
  readonly formula: Formula;
  /** The fields and values in the formula, in a representation of the language. */
  readonly terms: readonly unknown[];
  /** Facts about every line or request, limited to the given terms. */
  readonly facts: (terms: readonly unknown[]) => readonly Formula[];
}

/** The budget of each direction of a proof of two whole texts. */
const wholeWork = 400_000;

/** Whether two texts are equal: as a whole for the solver, and on samples of both for the evaluator. */
export function areEqual(first: Proved, second: Proved): boolean {
  const facts = first.facts([...first.terms, ...second.terms]);
  return (
    isWithin(first.formula, second.formula, facts) &&
    isWithin(second.formula, first.formula, facts) &&
    isConfirmed("equal", first, second)
  );
}

function isWithin(inner: Formula, outer: Formula, facts: readonly Formula[]): boolean {
  const whole = and(inner, not(outer), ...facts);
  return solve(whole, new Budget(wholeWork)).kind === "impossible";
}
