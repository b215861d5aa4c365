import { decided, type TrialTree } from "../trial-tree.ts";
import type { Formula } from "./formula.ts";
import { type Example, type Relation, relation, type Side } from "./relation.ts";

/** What a text means, so that it can be compared with others. */
export interface Meaning {
  /** Only meanings of the same scope can be compared: that of rules, or of a dataset. */
  readonly scope: string;
  readonly formula: Formula;
  /** What the formula is about, in terms of the language. */
  readonly terms: readonly unknown[];
  /** What is true of every line or request, as far as it concerns the terms of some formulas. */
  readonly facts: (terms: readonly unknown[]) => readonly Formula[];
  /** What is true of some lines or requests that are simpler than others. */
  readonly hints?: (terms: readonly unknown[]) => readonly Formula[];
  /** Log lines or requests that an example may describe; which of them are right is for the evaluator to say. */
  readonly witnesses: (example: Example) => readonly Witness[];
  /** What the evaluator says: whether the text matches the line or request. Undefined if it cannot say. */
  readonly matches: (witness: Witness) => boolean | undefined;
  /** What each condition says about the line or request. */
  readonly conditions: (witness: Witness) => readonly TriedCondition[];
}

export interface TriedCondition {
  readonly text: string;
  readonly holds: boolean;
  /** With the other answer of this condition alone, the text would have the other result. */
  readonly decides: boolean;
}

export function triedConditions(
  tree: TrialTree,
  answers: readonly (boolean | undefined)[],
  texts: readonly string[],
): TriedCondition[] {
  return decided(tree, answers).decides.map((decides, index) => ({
    text: texts[index] ?? "",
    holds: answers[index] === true,
    decides,
  }));
}

/** A log line, or a request with the fields that cannot be seen in its first line. */
export type Witness =
  | { readonly line: Readonly<Record<string, unknown>> }
  | { readonly request: string; readonly fields: Readonly<Record<string, unknown>> };

/** How a text relates to itself, whatever it means. */
export const unchanged: Relation<Witness> = {
  name: "equal",
  onlyFirst: null,
  onlySecond: null,
  both: null,
};

/** Every witness has been checked by the evaluator of each text. */
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
