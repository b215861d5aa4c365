import { type Formula, iff, implies, not, or } from "../../../core/solver/formula.ts";
import { integersIn } from "../../../core/solver/number-set.ts";
import { maxInteger } from "../../catalogue/limits.ts";
import { integers } from "../number-claims.ts";
import { Atoms, ordinaryUrls, urlFacts } from "./field-facts.ts";

/** An array of which some element, or none, has a property. */
export interface ElementTerm {
  readonly kind: "element";
  readonly array: string;
  /** The name of this term: the same property of the same array has the same name. */
  readonly variable: string;
  /** The property of an element, whose value is that of a variable. */
  readonly holds: (element: string) => Formula;
}

/** A value that is there only if another is, such as the element of an array. */
export interface PresenceTerm {
  readonly kind: "presence";
  readonly formula: Formula;
  readonly needs: Formula;
}

/** The first element of an array. */
export interface FirstTerm {
  readonly kind: "first";
  readonly array: string;
  readonly isPresent: Formula;
  /** The variable of its value. */
  readonly element: string;
}

/** A condition of which only this is known: what it means for arrays of one element. */
export interface SingleTerm {
  readonly kind: "single";
  readonly condition: Formula;
  readonly meaning: Formula;
}

/** A whole formula, which may be about fields that have to do with each other. */
export interface FormulaTerm {
  readonly kind: "formula";
  readonly formula: Formula;
}

export type Term = ElementTerm | PresenceTerm | FirstTerm | SingleTerm | FormulaTerm;

/** Arrays with more properties are left open. */
const maxProperties = 12;

/** What is true of every request. */
export function factsAbout(terms: readonly Term[]): Formula[] {
  const arrays = new Map<string, Map<string, ElementTerm>>();
  const firsts = new Map<string, FirstTerm>();
  const facts: Formula[] = [];
  for (const term of terms) {
    if (term.kind === "presence") facts.push(or(not(term.formula), term.needs));
    else if (term.kind === "first") firsts.set(term.array, term);
    else if (term.kind === "element") {
      const same = arrays.get(term.array) ?? new Map<string, ElementTerm>();
      arrays.set(term.array, same.set(term.variable, term));
    }
  }
  for (const [array, same] of arrays) {
    const properties = [...same.values()];
    if (same.size > maxProperties) continue;
    facts.push(...elementFacts(properties));
    const first = firsts.get(array);
    if (first) facts.push(...properties.flatMap((it) => firstFacts(first, it)));
  }
  const formulas = formulasIn(terms);
  return [...facts, ...sizeFacts(arrays, formulas), ...urlFacts(formulas)];
}

function formulasIn(terms: readonly Term[]): Formula[] {
  return terms.flatMap((it) => (it.kind === "formula" ? [it.formula] : []));
}

/** An array with an element that has a property is there, and not empty. */
function sizeFacts(
  arrays: ReadonlyMap<string, ReadonlyMap<string, ElementTerm>>,
  formulas: readonly Formula[],
): Formula[] {
  if (arrays.size === 0) return [];
  const atoms = new Atoms(formulas);
  return [...arrays].flatMap(([array, properties]) => {
    const present = JSON.stringify([array, "present"]);
    const length = JSON.stringify([`len(${array})`, "value"]);
    const implied: Formula[] = [];
    if (atoms.has(present)) implied.push({ kind: "flag", variable: present });
    if (atoms.has(length)) implied.push(atLeastOne(length));
    const exist = [...properties.keys()].map((variable): Formula => ({ kind: "flag", variable }));
    return exist.flatMap((it) => implied.map((other) => implies(it, other)));
  });
}

function atLeastOne(variable: string): Formula {
  const set = integersIn([{ first: 1n, last: maxInteger }]);
  return { kind: "number", variable, set, domain: integers, zero: 0n };
}

/** For each property that some element has there is such an element, which has none of those that no element has. */
function elementFacts(terms: readonly ElementTerm[]): Formula[] {
  return terms.flatMap((term) => {
    const exists: Formula = { kind: "flag", variable: term.variable };
    const element = elementOf(term.variable);
    const others = terms.filter((it) => it !== term);
    return [
      or(not(exists), term.holds(element)),
      ...others.map((other) => {
        const otherExists: Formula = { kind: "flag", variable: other.variable };
        return or(not(exists), otherExists, not(other.holds(element)));
      }),
    ];
  });
}

/** An array with any element has a first one, and what that one is, some element is. */
function firstFacts({ isPresent, element }: FirstTerm, property: ElementTerm): Formula[] {
  const exists: Formula = { kind: "flag", variable: property.variable };
  return [or(not(exists), isPresent), or(not(isPresent), exists, not(property.holds(element)))];
}

export function elementOf(variable: string): string {
  return `element of ${variable}`;
}

export function onlyElementOf(array: string): string {
  return `only element of ${array}`;
}

/** True of requests that examples are easier to find of. */
export function hintsAbout(terms: readonly Term[]): Formula[] {
  return [...factsOfSingles(terms), ...ordinaryUrls(formulasIn(terms))];
}

/** True of requests whose arrays have one element each. */
function factsOfSingles(terms: readonly Term[]): Formula[] {
  if (!terms.some((it) => it.kind === "single")) return [];
  return terms.flatMap((term) => {
    if (term.kind === "single") return [iff(term.condition, term.meaning)];
    if (term.kind !== "element") return [];
    const exists: Formula = { kind: "flag", variable: term.variable };
    return [iff(exists, term.holds(onlyElementOf(term.array)))];
  });
}
