import { type Formula, flag, iff, implies, not, or } from "../../../core/solver/formula.ts";
import { kept } from "../../../core/solver/kept.ts";
import { integers, integersIn, type NumberSet } from "../../../core/solver/number-set.ts";
import { maxInteger } from "../../catalogue/limits.ts";
import { allIntegers } from "../numbers.ts";
import { Atoms, assumedFacts, ordinaryUrls, sendable, urlFacts } from "./field-facts.ts";
import { readVariable, variable } from "./variables.ts";

/** A formula with related values, a fact about every request, or one about requests whose arrays have one element each. */
interface FormulaTerm {
  readonly kind: "formula" | "fact" | "single";
  readonly formula: Formula;
}

/** Whether some element of an array has a property. */
interface ElementTerm {
  readonly kind: "element";
  readonly array: string;
  /** The name of this term, which is the same for the same property of the same array. */
  readonly variable: string;
  /** The property, for an element whose value is the given variable. */
  readonly holds: (element: string) => Formula;
}

export type Term = FormulaTerm | ElementTerm;

/** Facts about the terms that are true of every request. */
export function factsAbout(terms: readonly Term[]): Formula[] {
  const atoms = atomsOf(terms);
  const facts = formulasIn(terms, "fact");
  return [...facts, ...arrayFacts(terms, atoms), ...urlFacts(atoms), ...bitsFacts(atoms)];
}

function atomsOf(terms: readonly Term[]): Atoms {
  return new Atoms(formulasIn(terms, "formula"));
}

function formulasIn(terms: readonly Term[], kind: FormulaTerm["kind"]): Formula[] {
  return terms.flatMap((it) => (it.kind !== "element" && it.kind === kind ? [it.formula] : []));
}

function elementsIn(terms: readonly Term[]): ElementTerm[] {
  return terms.filter((it) => it.kind === "element");
}

/** Nothing is derived about the elements of arrays with more properties. */
const maxProperties = 12;

/** An array with an element that has a property is present and not empty. */
function arrayFacts(terms: readonly Term[], atoms: Atoms): Formula[] {
  const arrays = new Map<string, Map<string, ElementTerm>>();
  for (const it of elementsIn(terms)) kept(arrays, it.array, () => new Map()).set(it.variable, it);
  return [...arrays].flatMap(([array, same]) => {
    const properties = [...same.values()];
    const [first, length] = [`${array}[0]`, variable(`len(${array})`)];
    const present = [first, array].map((it) => variable(it, "present"));
    const implied: Formula[] = present.filter((it) => atoms.has(it)).map(flag);
    if (atoms.has(length)) implied.push(integerAtom(length, positive));
    return [
      ...(same.size > maxProperties ? [] : elementFacts(properties, first, atoms)),
      ...properties.flatMap((it) => implied.map((other) => implies(flag(it.variable), other))),
    ];
  });
}

const positive = integersIn([{ first: 1n, last: maxInteger }]);

function integerAtom(variable: string, set: NumberSet): Formula {
  return { kind: "number", variable, set, domain: allIntegers, zero: 0n };
}

/** For each property that some element has, there is an example. Neither these nor the first element have one that none has. */
function elementFacts(properties: readonly ElementTerm[], first: string, atoms: Atoms): Formula[] {
  const elements = properties.map((has) => {
    return { exists: has.variable, value: variable(has.variable, "element"), has };
  });
  const exists = variable(first, "present");
  const others = atoms.has(exists) ? [{ exists, value: variable(first), has: undefined }] : [];
  return [...elements, ...others].flatMap((element) =>
    properties.map((it) => {
      const [exists, holds] = [flag(element.exists), it.holds(element.value)];
      return it === element.has
        ? implies(exists, holds)
        : or(not(exists), flag(it.variable), not(holds));
    }),
  );
}

/** Facts about requests for which examples are easier to find. Each group is tried alone. */
export function hintsAbout(terms: readonly Term[]): (readonly Formula[])[] {
  const atoms = atomsOf(terms);
  const ordinary = [...factsOfSingles(terms), ...ordinaryUrls(atoms)];
  const bits = bitsIn(atoms).map((it) => integerAtom(it.variable, integers(it.numbers)));
  return [usualAbout(terms), ordinary, atoms.withRole("present"), bits].filter(
    (it) => it.length > 0,
  );
}

/** Facts about requests whose arrays have one element each. */
function factsOfSingles(terms: readonly Term[]): Formula[] {
  const singles = formulasIn(terms, "single");
  if (singles.length === 0) return [];
  const elements = elementsIn(terms).map((it) =>
    iff(flag(it.variable), it.holds(variable(it.array, "only"))),
  );
  return [...singles, ...elements];
}

/** Facts about requests that clients can send. */
export function usualAbout(terms: readonly Term[]): Formula[] {
  const atoms = atomsOf(terms);
  return [...sendable(atoms), ...assumedFacts(atoms)];
}

const mostNumbers = 100;

/** Conditions on the bits of numbers, and numbers that decide them: those that formulas compare with, and the bits themselves. */
function bitsIn(atoms: Atoms) {
  const single = Array.from({ length: 16 }, (_, bit) => 1n << BigInt(bit));
  return atoms.withRole("bits").map((condition) => {
    const [variable, , digits = ""] = readVariable(condition.variable);
    const compared = atoms.on(variable, "number").flatMap((it) => it.set.cuts);
    const near = compared.slice(0, mostNumbers).map(({ at }) => BigInt(at));
    const mask = BigInt(digits);
    const numbers = [...new Set([0n, mask, ...single, ...near, ...near.map((it) => it - 1n)])];
    return { condition, variable, mask, numbers };
  });
}

function bitsFacts(atoms: Atoms): Formula[] {
  const all = bitsIn(atoms);
  return all.flatMap(({ condition, variable, mask, numbers }) => {
    const wider = all.filter((it) => it.variable === variable && (it.mask & mask) === mask);
    const numbersWith = (has: boolean): Formula =>
      integerAtom(variable, integers(numbers.filter((it) => ((it & mask) !== 0n) === has)));
    return [
      implies(numbersWith(true), condition),
      implies(numbersWith(false), not(condition)),
      ...wider.map((it) => implies(condition, it.condition)),
    ];
  });
}
