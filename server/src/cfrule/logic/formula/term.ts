import type { FlagAtom, Formula } from "../../../core/solver/formula.ts";
import type { NumberSet } from "../../../core/solver/number-set.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import type { Type } from "../../catalog/type.ts";

/**
 * A value of a request, as conditions on the variables that it is made of. Callers may only ask for the conditions of its
 * type.
 */
export interface Source {
  readonly type: Type | undefined;
  readonly isPresent: Formula;
  /** That a present string is in a set. */
  readonly text: (set: TextSet) => Formula;
  /** That a present integer or address is in a set. */
  readonly number: (set: NumberSet) => Formula;
  /** That a present Boolean is true. */
  readonly truth: Formula;
}

/** A formula with related values, a fact about every request, or one about requests whose arrays have one element each. */
export interface FormulaTerm {
  readonly kind: "formula" | "fact" | "single";
  readonly formula: Formula;
}

/** Whether some element of an array has a property. */
export interface ElementTerm {
  readonly kind: "element";
  readonly array: string;
  /** The name of this term, which is the same for the same property of the same array. */
  readonly variable: string;
  /** The property, for an element whose value is the given variable. */
  readonly holds: (element: string) => Formula;
}

/** That a value, named by its key, is compared with a set. */
export interface TestedTerm {
  readonly kind: "tested";
  readonly key: string;
  readonly type: string | undefined;
  readonly set: TextSet | NumberSet;
}

/** Whether a number has a bit. */
interface BitTerm {
  readonly kind: "bit";
  readonly key: string;
  readonly bit: bigint;
  readonly condition: FlagAtom;
  readonly number: Source["number"];
}

/** How two values compare. */
export interface RelationTerm {
  readonly kind: "relation";
  readonly keys: readonly [string, string];
  readonly sources: readonly [Source, Source];
  readonly equal: Formula;
  /** The first is less than the second. */
  readonly less: Formula;
}

/** That each text has one encoded form. */
interface EncodedTerm {
  readonly kind: "encoded";
  /** The encoded form. */
  readonly variable: string;
  /** The variables of the text, if that may be any text. */
  readonly own: ReadonlySet<string> | undefined;
  /** That the form is in a set, as a condition on the text. */
  readonly inText: Source["text"];
}

export type Term = FormulaTerm | ElementTerm | TestedTerm | BitTerm | RelationTerm | EncodedTerm;
