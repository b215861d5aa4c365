import { Budget } from "./budget.ts";
import { disagree } from "./disagreement.ts";
import { and, type Formula, not } from "./formula.ts";
import type { RelationName } from "./relation.ts";
import { solve } from "./solve.ts";

/** A text that can be tried on lines or requests made for the purpose. */
export interface Tried {
  /** The fields of the text with the values it compares them with, in a representation of the language. */
  readonly mentions: readonly unknown[];
  /** Lines or requests with the given fields, at the given values and next to them. */
  readonly samples: (mentions: readonly unknown[]) => readonly unknown[];
  /** What the evaluator says about a sample, once for each treatment of missing values. Undefined if it is undetermined. */
  readonly answers: (sample: unknown) => readonly (boolean | undefined)[];
}

type IsExcluded = (first: boolean, second: boolean) => boolean;

/** The combinations of results that a relation excludes. */
const exclusions: Readonly<Record<RelationName, IsExcluded>> = {
  equal: (first, second) => first !== second,
  narrower: (first, second) => first && !second,
  wider: (first, second) => second && !first,
  disjoint: (first, second) => first && second,
  overlapping: () => false,
  unknown: () => false,
};

/** Lines or requests that are close to what either text compares with. */
export function samplesOf(first: Tried, second: Tried): readonly unknown[] {
  return first.samples([...first.mentions, ...second.mentions]);
}

/** Whether the evaluator contradicts a relation on none of the samples of both texts. */
export function isConfirmed(name: RelationName, first: Tried, second: Tried): boolean {
  const isExcluded = exclusions[name];
  if (name === "unknown" || name === "overlapping") return true;
  for (const sample of samplesOf(first, second)) {
    const others = second.answers(sample);
    const isContradicted = first.answers(sample).some((one, reading) => {
      const other = others[reading];
      return one !== undefined && other !== undefined && isExcluded(one, other);
    });
    if (!isContradicted) continue;
    disagree(() => `${name}, but not for ${describe(sample)}`);
    return false;
  }
  return true;
}

/** Whether the evaluator finds no sample that a text matches and none of the others does. */
export function isCovered(inner: Tried, outers: readonly Tried[]): boolean {
  const mentions = [inner, ...outers].flatMap((it) => it.mentions);
  const contradiction = inner.samples(mentions).find((sample) => {
    const others = outers.map((it) => it.answers(sample));
    return inner
      .answers(sample)
      .some((holds, reading) => holds && others.every((it) => it[reading] === false));
  });
  if (contradiction) disagree(() => `covered, but not for ${describe(contradiction)}`);
  return contradiction === undefined;
}

function describe(sample: unknown): string {
  return JSON.stringify(sample, (_, it) => {
    if (typeof it === "bigint") return String(it);
    return it instanceof Map ? Object.fromEntries(it) : it;
  });
}

/** A meaning, read from a text for this proof alone. */
interface Proved extends Tried {
  readonly formula: Formula;
  readonly terms: readonly unknown[];
  readonly facts: (terms: readonly unknown[]) => readonly Formula[];
}

/** The budget of each direction of a proof of two whole texts. */
const wholeWork = 400_000;

/** Whether two texts are equal: as a whole for the solver, and on samples of both for the evaluator. */
export function areEqual(first: Proved, second: Proved): boolean {
  const facts = first.facts([...first.terms, ...second.terms]);
  return (
    isWithin(first.formula, second.formula, facts, new Budget(wholeWork)) &&
    isWithin(second.formula, first.formula, facts, new Budget(wholeWork)) &&
    isConfirmed("equal", first, second)
  );
}

/** By cases, where the texts have any: one of many alternatives is a simpler question than all of them. */
function isWithin(
  inner: Formula,
  outer: Formula,
  facts: readonly Formula[],
  budget: Budget,
): boolean {
  if (inner.kind === "or") return inner.parts.every((it) => isWithin(it, outer, facts, budget));
  if (outer.kind === "and") return outer.parts.every((it) => isWithin(inner, it, facts, budget));
  return solve(and(inner, not(outer), ...facts), budget).kind === "impossible";
}
