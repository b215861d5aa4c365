import { type Formula, flag, iff, implies, not, or } from "../../../core/solver/formula.ts";
import { kept } from "../../../core/solver/kept.ts";
import { integers, integersIn, type NumberSet } from "../../../core/solver/number-set.ts";
import { maxInteger } from "../../catalogue/limits.ts";
import { allIntegers } from "../numbers.ts";
import { Atoms, ordinaryUrls, sendable, urlFacts } from "./field-facts.ts";
import { variable } from "./variables.ts";

/** Whether some element of an array has a property. */
export interface ElementTerm {
  readonly kind: "element";
  readonly array: string;
  /** The name of this term, which is the same for the same property of the same array. */
  readonly variable: string;
  /** The property, for an element whose value is the given variable. */
  readonly holds: (element: string) => Formula;
}

/** What is true of every request, such as that a value is present only if another one is. */
export interface FactTerm {
  readonly kind: "fact";
  readonly formula: Formula;
}

/** The first element of an array. */
export interface FirstTerm {
  readonly kind: "first";
  readonly array: string;
  readonly isPresent: Formula;
  /** The variable of its value. */
  readonly element: string;
}

/** A condition whose meaning is only known for arrays of one element. */
export interface SingleTerm {
  readonly kind: "single";
  readonly condition: Formula;
  readonly meaning: Formula;
}

/** A whole formula, which may contain related fields. */
export interface FormulaTerm {
  readonly kind: "formula";
  readonly formula: Formula;
}

/** Whether a number has one of the bits of a mask. */
export interface BitsTerm {
  readonly kind: "bits";
  readonly condition: Formula;
  /** The variable of the number. */
  readonly variable: string;
  readonly mask: bigint;
}

export type Term = BitsTerm | ElementTerm | FactTerm | FirstTerm | SingleTerm | FormulaTerm;

/** No facts are derived for arrays with more properties. */
const maxProperties = 12;

/** Facts about the terms that are true of every request. */
export function factsAbout(terms: readonly Term[]): Formula[] {
  const arrays = new Map<string, Map<string, ElementTerm>>();
  const firsts = new Map<string, FirstTerm>();
  const facts: Formula[] = [];
  for (const term of terms) {
    if (term.kind === "fact") facts.push(term.formula);
    else if (term.kind === "first") firsts.set(term.array, term);
    else if (term.kind === "element")
      kept(arrays, term.array, () => new Map()).set(term.variable, term);
  }
  for (const [array, same] of arrays) {
    const properties = [...same.values()];
    if (same.size > maxProperties) continue;
    facts.push(...elementFacts(properties));
    const first = firsts.get(array);
    if (first) facts.push(...properties.flatMap((it) => firstFacts(first, it)));
  }
  const atoms = atomsOf(terms);
  const masks = bitsTermsIn(terms);
  const bits = masks.flatMap((it) => bitsFacts(it, numbersNear(it, atoms), masks));
  return [...facts, ...sizeFacts(arrays, atoms), ...urlFacts(atoms), ...bits];
}

function atomsOf(terms: readonly Term[]): Atoms {
  return new Atoms(terms.flatMap((it) => (it.kind === "formula" ? [it.formula] : [])));
}

/** An array with an element that has a property is present and not empty. */
function sizeFacts(
  arrays: ReadonlyMap<string, ReadonlyMap<string, ElementTerm>>,
  atoms: Atoms,
): Formula[] {
  return [...arrays].flatMap(([array, properties]) => {
    const present = variable(array, "present");
    const length = variable(`len(${array})`, "value");
    const implied: Formula[] = [];
    if (atoms.has(present)) implied.push(flag(present));
    if (atoms.has(length)) implied.push(integerAtom(length, positive));
    return [...properties.keys()].flatMap((it) => implied.map((other) => implies(flag(it), other)));
  });
}

const positive = integersIn([{ first: 1n, last: maxInteger }]);

function integerAtom(variable: string, set: NumberSet): Formula {
  return { kind: "number", variable, set, domain: allIntegers, zero: 0n };
}

/** Each property that some element has is true of a witness element, which has none of the properties that no element has. */
function elementFacts(terms: readonly ElementTerm[]): Formula[] {
  return terms.flatMap((term) => {
    const exists = flag(term.variable);
    const element = variable(term.variable, "element");
    const others = terms.filter((it) => it !== term);
    return [
      implies(exists, term.holds(element)),
      ...others.map((it) => or(not(exists), flag(it.variable), not(it.holds(element)))),
    ];
  });
}

/** An array with any element has a first one, and if that has a property, some element does. */
function firstFacts({ isPresent, element }: FirstTerm, property: ElementTerm): Formula[] {
  const exists = flag(property.variable);
  return [implies(exists, isPresent), or(not(isPresent), exists, not(property.holds(element)))];
}

/** Facts about requests for which examples are easier to find. Each group is tried alone. */
export function hintsAbout(terms: readonly Term[]): (readonly Formula[])[] {
  const atoms = atomsOf(terms);
  const ordinary = [...factsOfSingles(terms), ...ordinaryUrls(atoms)];
  const bits = bitsTermsIn(terms).map((it) =>
    integerAtom(it.variable, integers(numbersNear(it, atoms))),
  );
  return [ordinary, atoms.presences(), bits].filter((it) => it.length > 0);
}

/** Facts about requests that clients can send. */
export function usualAbout(terms: readonly Term[]): Formula[] {
  return sendable(atomsOf(terms));
}

function bitsTermsIn(terms: readonly Term[]): BitsTerm[] {
  return terms.filter((it) => it.kind === "bits");
}

const mostNumbers = 100;

/** Numbers that decide a question about the bits: those that the formulas compare with, and the bits themselves. */
function numbersNear({ variable, mask }: BitsTerm, atoms: Atoms): bigint[] {
  const compared = atoms.on(variable, "number").flatMap((it) => it.set.cuts);
  const bits = Array.from({ length: 16 }, (_, bit) => 1n << BigInt(bit));
  const near = compared.slice(0, mostNumbers).map(({ at }) => BigInt(at));
  return [...new Set([0n, mask, ...bits, ...near, ...near.map((it) => it - 1n)])];
}

function bitsFacts(
  { condition, variable, mask }: BitsTerm,
  numbers: readonly bigint[],
  others: readonly BitsTerm[],
): Formula[] {
  const wider = others.filter((it) => it.variable === variable && (it.mask & mask) === mask);
  const numbersWith = (has: boolean): Formula =>
    integerAtom(variable, integers(numbers.filter((it) => ((it & mask) !== 0n) === has)));
  return [
    implies(numbersWith(true), condition),
    implies(numbersWith(false), not(condition)),
    ...wider.map((it) => implies(condition, it.condition)),
  ];
}

/** Facts about requests whose arrays have one element each. */
function factsOfSingles(terms: readonly Term[]): Formula[] {
  if (!terms.some((it) => it.kind === "single")) return [];
  return terms.flatMap((term) => {
    if (term.kind === "single") return [iff(term.condition, term.meaning)];
    if (term.kind !== "element") return [];
    return [iff(flag(term.variable), term.holds(variable(term.array, "only")))];
  });
}
