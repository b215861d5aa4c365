import type { RequestFields } from "../trial.ts";
import { isConfirmed, samplesOf, type Tried } from "./confirm.ts";
import type { Formula } from "./formula.ts";
import { type Example, type Relation, relation, type Side } from "./relation.ts";
import type { Section } from "./section.ts";

/** The meaning of a text, for comparisons with others. */
export interface Meaning extends Tried {
  /** Only meanings of the same scope can be compared: that of rules, or of a dataset. */
  readonly scope: string;
  readonly formula: Formula;
  /** The fields and values in the formula, in a representation of the language. */
  readonly terms: readonly unknown[];
  /** What is true of every line or request, limited to the given terms. */
  readonly facts: (terms: readonly unknown[]) => readonly Formula[];
  /** Additional assumptions that lead to simpler examples. */
  readonly hints?: (terms: readonly unknown[]) => readonly (readonly Formula[])[];
  /** Assumptions for a witness that can occur, and whether one can. */
  readonly usual?: (terms: readonly unknown[]) => readonly Formula[];
  readonly isUsual?: (witness: Witness) => boolean;
  /** Log lines or requests that an example may describe. The evaluator decides which of them are correct. */
  readonly witnesses: (example: Example) => readonly Witness[];
  /** A sample as a line or request. Undefined if it cannot be shown. */
  readonly sampleWitness: (sample: unknown) => Witness | undefined;
  /** Evaluates the text on a line or request. Undefined if the result is unknown. */
  readonly matches: (witness: Witness | RequestFields) => boolean | undefined;
  /** The conditions of the text, each or its negation, whichever is true of a line or request. */
  readonly statements: (witness: Witness) => readonly Statement[];
  /** Conditions that may require these values of a variable; none if there is no short one. */
  readonly stated: (values: Section) => readonly Statement[];
  /** A text of the language that requires all of these. */
  readonly conjunction: (statements: readonly Statement[]) => string;
}

/** A condition in the language of a text. */
export interface Statement {
  readonly text: string;
  /** As in a sentence, after "where". */
  readonly shown: string;
}

/** A log line, or a request with the fields that its request line does not show. */
export type Witness =
  | { readonly line: Readonly<Record<string, unknown>> }
  | { readonly request: string; readonly fields: Readonly<Record<string, unknown>> };

/** The relation of a text to itself. */
export const equalMeaning: Relation<Witness> = {
  name: "equal",
  onlyFirst: null,
  onlySecond: null,
  both: null,
};

/**
 * Compares two texts. Every witness is checked with the evaluators of both, and so is the relation, on samples of both: what an
 * evaluator contradicts is unknown.
 */
export function compareMeanings(first: Meaning, second: Meaning, work?: number): Relation<Witness> {
  const isOf = (side: Side, it: Witness): boolean =>
    first.matches(it) === (side !== "second") && second.matches(it) === (side !== "first");
  const witness = (example: Example, side: Side): Witness | undefined =>
    first.witnesses(example).find((it) => isOf(side, it));
  const madeWitness = (side: Side): Witness | undefined =>
    samplesOf(first, second)
      .flatMap((it) => first.sampleWitness(it) ?? [])
      .find((it) => isOf(side, it));
  const terms = [...first.terms, ...second.terms];
  const [facts, hints] = [first.facts(terms), first.hints?.(terms)];
  const usual = first.usual?.(terms);
  const options = { witness, facts, hints, usual, isUsual: first.isUsual, madeWitness, work };
  const found = relation(first.formula, second.formula, options);
  return isConfirmed(found.name, first, second) ? found : unknownRelation;
}

const unknownRelation: Relation<Witness> = { ...equalMeaning, name: "unknown" };
