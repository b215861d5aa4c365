import {
  always,
  and,
  type Formula,
  flag,
  iff,
  implies,
  never,
  not,
  or,
} from "../../../core/solver/formula.ts";
import { kept } from "../../../core/solver/kept.ts";
import {
  integers,
  integersIn,
  intersection,
  keyOf,
  type NumberSet,
  rangesIn,
  union,
} from "../../../core/solver/number-set.ts";
import { inCase } from "../../../core/solver/text/derived.ts";
import { oneOf } from "../../../core/solver/text/literals.ts";
import { includes } from "../../../core/solver/text/text-set.ts";
import { maxInteger, minInteger } from "../../catalog/limits.ts";
import { addresses, allIntegers } from "../numbers.ts";
import {
  Atoms,
  assumedFacts,
  ordinaryUrls,
  rawPathFacts,
  sendable,
  urlFacts,
} from "./field-facts.ts";
import type { ElementTerm, FormulaTerm, RelationTerm, Term, TestedTerm } from "./term.ts";
import { readVariable, textAtom, variable } from "./variables.ts";

/** Facts about the terms that are true of every request. */
export function factsAbout(terms: readonly Term[]): Formula[] {
  const atoms = atomsOf(terms);
  const facts = formulasIn(terms, "fact");
  return [
    ...facts,
    ...arrayFacts(terms, atoms),
    ...indexFacts(atoms),
    ...entryFacts(terms, atoms),
    ...urlFacts(atoms),
    ...rawPathFacts(atoms),
    ...bitFacts(terms),
    ...relationFacts(terms),
    ...writtenFacts(atoms),
    ...encodedFacts(terms, atoms),
  ];
}

function atomsOf(terms: readonly Term[]): Atoms {
  return new Atoms(formulasIn(terms, "formula"));
}

function formulasIn(terms: readonly Term[], kind: FormulaTerm["kind"]): Formula[] {
  return ofKind(terms, kind).map((it) => it.formula);
}

function ofKind<Kind extends Term["kind"]>(terms: readonly Term[], kind: Kind) {
  return terms.filter((it): it is Extract<Term, { kind: Kind }> => it.kind === kind);
}

/** Nothing is derived about the elements of arrays with more properties. */
const maxProperties = 12;

/** An array with an element that has a property is present and not empty. */
function arrayFacts(terms: readonly Term[], atoms: Atoms): Formula[] {
  const arrays = new Map<string, Map<string, ElementTerm>>();
  for (const it of ofKind(terms, "element"))
    kept(arrays, it.array, () => new Map()).set(it.variable, it);
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
  return [usualAbout(terms), ordinary, atoms.withRole("present")].filter((it) => it.length > 0);
}

/** Facts about requests whose arrays have one element each. */
function factsOfSingles(terms: readonly Term[]): Formula[] {
  const singles = formulasIn(terms, "single");
  if (singles.length === 0) return [];
  const elements = ofKind(terms, "element").map((it) =>
    iff(flag(it.variable), it.holds(variable(it.array, "only"))),
  );
  return [...singles, ...elements];
}

/** Facts about requests that clients can send. */
export function usualAbout(terms: readonly Term[]): Formula[] {
  const atoms = atomsOf(terms);
  return [...sendable(atoms), ...assumedFacts(atoms)];
}

/** The results of `to_string` for the numbers that a rule contains. */
function writtenFacts(atoms: Atoms): Formula[] {
  return atoms.variables("text").flatMap((written) => {
    const [, source] = /^to_string\((.*)\)$/s.exec(readVariable(written)[0]) ?? [];
    const number = source === undefined ? "" : variable(source);
    const named = atoms
      .on(number, "number")
      .flatMap((it) => (it.domain === addresses ? [] : singlesIn(it.set)));
    return [...new Set(named)].slice(0, mostWritten).flatMap((value) =>
      atoms.on(written, "text").map((text) => {
        const isIn = includes(text.set, String(value));
        return implies(integerAtom(number, integers([value])), isIn ? text : not(text));
      }),
    );
  });
}

const mostWritten = 12;

/** Conditions on an encoded form as conditions on the text, if there are others on it, or if it is not any text. */
function encodedFacts(terms: readonly Term[], atoms: Atoms): Formula[] {
  const all = new Map(ofKind(terms, "encoded").map((it) => [it.variable, it]));
  return [...all.values()].flatMap(({ variable: form, own, inText }) => {
    const isTested = !own || [...own].some((it) => atoms.has(it));
    return isTested ? atoms.on(form, "text").map((it) => iff(it, inText(it.set))) : [];
  });
}

function singlesIn(set: NumberSet): bigint[] {
  const ranges = rangesIn(intersection(set, allIntegers));
  return ranges.flatMap(({ first, last }) => (first === last ? [BigInt(first)] : []));
}

/** The elements of an array are those before its length. */
function indexFacts(atoms: Atoms): Formula[] {
  const places = atoms.withRole("present").flatMap((exists) => {
    const [, array, digits] = /^(.*)\[(\d{1,6})\]$/s.exec(readVariable(exists.variable)[0]) ?? [];
    return array === undefined ? [] : [{ exists, array, index: Number(digits) }];
  });
  return places.flatMap(({ exists, array, index }) => {
    const [length, whole] = [variable(`len(${array})`), variable(array, "present")];
    const isLonger = integerAtom(
      length,
      integersIn([{ first: BigInt(index + 1), last: maxInteger }]),
    );
    const isArray = atoms.has(whole) ? [flag(whole)] : [];
    const earlier = places.filter((it) => it.array === array && it.index < index);
    return [
      ...(atoms.has(length) ? [implies(exists, isLonger)] : []),
      ...(atoms.has(length) ? [implies(and(isLonger, ...isArray), exists)] : []),
      ...earlier.map((it) => implies(exists, it.exists)),
    ];
  });
}

/** Maps whose keys are also an array. */
const mapsOfNames: ReadonlySet<string> = new Set([
  "http.request.uri.args",
  "raw.http.request.uri.args",
  "http.request.body.form",
]);

/** The keys of a map are its names. */
function entryFacts(terms: readonly Term[], atoms: Atoms): Formula[] {
  const elements = ofKind(terms, "element");
  return atoms.withRole("present").flatMap((exists) => {
    const [, map = "", written = ""] =
      /^([\w.]+)\[("(?:[^"\\]|\\.)*")\]$/s.exec(readVariable(exists.variable)[0]) ?? [];
    const isHeaders = map === "http.request.headers";
    if (!isHeaders && !mapsOfNames.has(map)) return [];
    const name = JSON.parse(written) as string;
    // The names of headers have the letter case in which they were sent, and the keys are lowercase.
    const spelled = isHeaders ? inCase("lower", oneOf([name])) : oneOf([name]);
    return elements
      .filter((it) => it.array === `${map}.names`)
      .map((it) => {
        const element = variable("", "opaque", map, name);
        const example = variable(it.variable, "element");
        const [isNamed, isExample] = [element, example].map((one) => textAtom(one, spelled));
        return and(
          implies(exists, and(isNamed ?? always, implies(it.holds(element), flag(it.variable)))),
          implies(and(flag(it.variable), isExample ?? never), exists),
        );
      });
  });
}

/** More conditions are not related. */
const mostRelated = 12;

/** Equal values are in the same sets; a lower one is in all sets that have every lower value. */
function relationFacts(terms: readonly Term[]): Formula[] {
  const all = new Map(ofKind(terms, "relation").map((it) => [it.keys.join("\n"), it]));
  const relations = [...all.values()].slice(0, mostRelated);
  if (relations.length === 0) return [];
  const tested = new Map<string, TestedTerm>();
  for (const it of ofKind(terms, "tested"))
    tested.set(`${it.type} ${"key" in it.set ? it.set.key : keyOf(it.set)}`, it);
  const sets = [...tested.values()].slice(0, 2 * mostRelated);
  const facts = relations.flatMap(({ sources, equal, less }) => {
    const fitting = sets.filter((it) => it.type === sources[0].type?.kind);
    return fitting.flatMap(({ set }) => {
      const [a, b] = sources.map((it) => ("key" in set ? it.text(set) : it.number(set)));
      if (!a || !b) return [];
      const hasLower =
        "key" in set ? set.key.startsWith("before ") : set.low && set.cuts.length === 1;
      const isOne = "key" in set ? set.members?.length === 1 : isSingle(set);
      return [
        implies(equal, iff(a, b)),
        ...(hasLower ? [implies(less, implies(b, a))] : []),
        ...(isOne ? [implies(and(a, b), and(equal, not(less)))] : []),
      ];
    });
  });
  return [...facts, ...chainsOf(relations)];
}

function isSingle({ low, cuts: [first, last, more] }: NumberSet): boolean {
  return !low && first && last && !more ? BigInt(last.at) - BigInt(first.at) === 1n : false;
}

/** Values that equal the same value are equal. */
function chainsOf(relations: readonly RelationTerm[]): Formula[] {
  return relations.flatMap((first, at) =>
    relations.slice(at + 1).flatMap((second) => {
      const shared = first.keys.find((it) => second.keys.includes(it));
      const ends = [first, second].flatMap((it) => it.keys.filter((key) => key !== shared)).sort();
      const third = relations.find((it) => it.keys.toSorted().join("\n") === ends.join("\n"));
      if (shared === undefined || !third) return [];
      const [a, b, c] = [first, second, third].map((it) => it.equal) as [Formula, Formula, Formula];
      return [implies(and(a, b), c), implies(and(a, c), b), implies(and(b, c), a)];
    }),
  );
}

const mostNumbers = 200;

/**
 * Which numbers have a bit: the small ones, as ranges, and some others, namely the numbers that conditions compare with, and
 * other bits.
 */
function bitFacts(terms: readonly Term[]): Formula[] {
  const all = new Map(ofKind(terms, "bit").map((it) => [it.condition.variable, it]));
  const tested = ofKind(terms, "tested");
  return [...all.values()].flatMap(({ key, bit, condition, number }) => {
    const bits = [...all.values()].flatMap((it) => (it.key === key ? [it.bit] : []));
    const near = tested.flatMap((it) => (it.key === key && "cuts" in it.set ? around(it.set) : []));
    const sums = bits
      .slice(0, 6)
      .reduce((sum, it) => sum.flatMap((other) => [other, other | it]), [0n]);
    const single = Array.from({ length: 16 }, (_, at) => 1n << BigInt(at));
    const numbers = [...new Set([...sums, ...single, ...near.slice(0, mostNumbers)])];
    const having = (isSet: boolean): NumberSet =>
      union(
        integers(numbers.filter((it) => ((it & bit) !== 0n) === isSet)),
        integersIn(smallNumbers(bit, isSet)),
      );
    return [
      implies(number(having(true)), condition),
      implies(number(having(false)), not(condition)),
    ];
  });
}

/** Numbers near zero by whether they have a bit. They alternate, also below zero, in runs as long as the bit. */
function smallNumbers(bit: bigint, isSet: boolean) {
  const runs = Array.from({ length: runsNearZero }, (_, at) => {
    const first = bit * BigInt(at - runsNearZero / 2);
    return { first, last: first + bit - 1n };
  });
  return runs.filter(
    ({ first, last }, at) => (at % 2 === 1) === isSet && first >= minInteger && last <= maxInteger,
  );
}

/** The first one has no bit, so the count is a multiple of four. */
const runsNearZero = 16;

/** The numbers on both sides of each boundary, and all numbers of short ranges. */
function around({ cuts }: NumberSet): bigint[] {
  return cuts.flatMap(({ at }, index) => {
    const [from, to] = [BigInt(at) - 1n, BigInt(cuts[index + 1]?.at ?? at)];
    const count = to - from > 64n ? 2 : Number(to - from) + 1;
    return Array.from({ length: count }, (_, step) => from + BigInt(step));
  });
}
