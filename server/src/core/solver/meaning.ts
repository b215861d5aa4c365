import { evaluateTree, type TrialTree } from "../trial-tree.ts";
import type { Formula } from "./formula.ts";
import { type Example, type Relation, relation, type Side } from "./relation.ts";

/** The meaning of a text, for comparisons with others. */
export interface Meaning {
  /** Only meanings of the same scope can be compared: that of rules, or of a dataset. */
  readonly scope: string;
  readonly formula: Formula;
  /** The fields and values in the formula, in a representation of the language. */
  readonly terms: readonly unknown[];
  /** What is true of every line or request, limited to the given terms. */
  readonly facts: (terms: readonly unknown[]) => readonly Formula[];
  /** Additional assumptions that lead to simpler examples. */
  readonly hints?: (terms: readonly unknown[]) => readonly Formula[];
  /** Log lines or requests that an example may describe. The evaluator decides which of them are correct. */
  readonly witnesses: (example: Example) => readonly Witness[];
  /** Evaluates the text on a line or request. Undefined if the result is unknown. */
  readonly matches: (witness: Witness) => boolean | undefined;
  /** Evaluates each condition on a line or request. */
  readonly conditions: (witness: Witness) => readonly TriedCondition[];
}

export interface TriedCondition {
  readonly text: string;
  readonly holds: boolean;
  /** The opposite result of this condition alone would change the result of the text. */
  readonly decides: boolean;
}

export function triedConditions(
  tree: TrialTree,
  answers: readonly (boolean | undefined)[],
  texts: readonly string[],
): TriedCondition[] {
  return evaluateTree(tree, answers).decides.map((decides, index) => ({
    text: texts[index] ?? "",
    holds: answers[index] === true,
    decides,
  }));
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

/** Compares two texts. Every witness is checked with the evaluators of both. */
export function compareMeanings(first: Meaning, second: Meaning, work?: number): Relation<Witness> {
  const witness = (example: Example, side: Side): Witness | undefined =>
    first
      .witnesses(example)
      .find(
        (it) =>
          first.matches(it) === (side !== "second") && second.matches(it) === (side !== "first"),
      );
  const terms = [...first.terms, ...second.terms];
  const [facts, hints] = [first.facts(terms), first.hints?.(terms)];
  return relation(first.formula, second.formula, { witness, facts, hints, work });
}
