import { Budget } from "../solver/budget.ts";
import { kept } from "../solver/kept.ts";
import type { RequestFields } from "../trial.ts";
import { isConfirmed, type Proved, samplesOf } from "./confirm.ts";
import {
  compareWork,
  type Example,
  findWitness,
  type Relation,
  relation,
  type WitnessMaker,
} from "./relation.ts";
import type { Section } from "./section.ts";

/** The meaning of a text, for comparisons with others. */
export interface Meaning extends Proved, WitnessMaker<Witness> {
  /** Only meanings of the same scope can be compared: the scope of rules, or of a dataset. */
  readonly scope: string;
  readonly text?: string;
  /** The mentioned fields that have something in common that the solver does not know. */
  readonly shared?: (mentions: readonly unknown[]) => readonly string[];
  /** The tree of the text, in a representation of the language. */
  readonly root?: unknown;
  /**
   * A witness for which texts are true or false, without the solver. It may depend on what is assumed about unknown values, which
   * is added to the assumptions that hold already.
   */
  readonly search?: (
    goals: readonly {
      readonly root: unknown;
      readonly mentions: readonly unknown[];
      readonly isTrue: boolean;
    }[],
    example: Example | undefined,
    assumptions: Map<string, unknown>,
    /** Of the work that an interactive comparison may take. */
    share: number,
  ) => { readonly witness: Witness; readonly isAssumed: boolean } | undefined;
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
export function compareMeanings(
  first: Meaning,
  second: Meaning,
  work = compareWork,
): Relation<Witness> {
  // In one order, so that both directions have the same result.
  if ((first.text ?? "") > (second.text ?? "")) return turned(compareMeanings(second, first, work));
  const others = kept(relations, first, () => new WeakMap<Meaning, Relations>());
  const known = kept(others, second, (): Relations => new Map());
  return kept(known, work, () => compared(first, second, work));
}

type Relations = Map<number, Relation<Witness>>;

/** With automata that an earlier question has explored, the same work gets another distance. So nothing is asked twice. */
const relations = new WeakMap<Meaning, WeakMap<Meaning, Relations>>();

function compared(first: Meaning, second: Meaning, work: number): Relation<Witness> {
  const terms = [...first.terms, ...second.terms];
  const facts = first.facts(terms);
  const assumptions = new Map<string, unknown>();
  const found = relation<Witness>(first.formula, second.formula, (question, ...sides) => {
    const accepts = (it: Witness): boolean =>
      first.matches(it) === sides[0] && second.matches(it) === sides[1];
    return findWitness(question, {
      maker: first,
      terms,
      facts,
      accepts,
      madeWitness: (example) => {
        if (work < searchedWork) return undefined;
        if (!first.search)
          return samplesOf([first, second])
            .flatMap((it) => first.sampleWitness(it) ?? [])
            .find(accepts);
        const goals = [first, second].map(({ root, mentions }, at) => {
          return { root, mentions, isTrue: sides[at] === true };
        });
        const found = first.search(goals, example, assumptions, work / compareWork);
        return found?.isAssumed ? "possible" : found?.witness;
      },
      budget: (share) => new Budget(work * share),
    });
  });
  return isConfirmed(found.name, first, second) ? found : unknownRelation;
}

function turned({ name, onlyFirst, onlySecond, both }: Relation<Witness>): Relation<Witness> {
  const opposite = { narrower: "wider", wider: "narrower" } as const;
  const isOrdered = name === "narrower" || name === "wider";
  return {
    name: isOrdered ? opposite[name] : name,
    onlyFirst: onlySecond,
    onlySecond: onlyFirst,
    both,
  };
}

/** With less, nothing is found by trying requests. */
const searchedWork = compareWork / 8;

export const unknownRelation: Relation<Witness> = { ...equalMeaning, name: "unknown" };
