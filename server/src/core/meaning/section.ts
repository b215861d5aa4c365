import { atomsIn, type Formula, type NumberAtom, type TextAtom } from "../solver/formula.ts";
import { kept } from "../solver/kept.ts";
import {
  allNumbers,
  complement,
  intersection,
  isEmpty,
  type NumberSet,
  noNumbers,
  union,
} from "../solver/number-set.ts";
import { oneOf } from "../solver/text/literals.ts";
import { isTrueOf } from "../solver/values.ts";
import type { Example } from "./relation.ts";

/** The values of one variable, as a condition on it. */
export type Section = NumberAtom | TextAtom;

/** More strings are not worth trying. */
const mostTexts = 50;

/**
 * For each variable, the values with which the formula is true while the other variables keep the values of an example.
 * Strings are only the ones that the formula compares with. Variables that the example leaves open may have either value.
 */
export function sectionsOf(formula: Formula, example: Example): Section[] {
  const atoms = atomsIn(formula);
  const variables = [...new Set(atoms.map((it) => it.variable))].filter((it) => example.has(it));
  return variables.flatMap((variable): Section[] => {
    const own = atoms.filter((it) => it.variable === variable);
    const [first] = own;
    if (first?.kind === "number") {
      const set = intersection(numbersIn(formula, example, variable), first.domain);
      return isEmpty(set) ? [] : [{ ...first, set }];
    }
    if (first?.kind !== "text") return [];
    const texts = new Set(own.flatMap((it) => (it.kind === "text" ? (it.set.members ?? []) : [])));
    const inside = [...texts]
      .slice(0, mostTexts)
      .filter((it) => !isEmpty(numbersIn(formula, new Map([...example, [variable, it]]))));
    return inside.length === 0 ? [] : [{ ...first, set: oneOf(inside) }];
  });
}

/**
 * The numbers of a variable with which the formula is true. Without one, all numbers if it is true, and none otherwise. Each part
 * is visited at most twice: as it is, and negated.
 */
function numbersIn(root: Formula, example: Example, variable?: string): NumberSet {
  const known = [new Map<Formula, NumberSet>(), new Map<Formula, NumberSet>()] as const;
  const visit = (it: Formula, isTrue: boolean): NumberSet =>
    kept(known[isTrue ? 1 : 0], it, () => compute(it, isTrue));
  const compute = (it: Formula, isTrue: boolean): NumberSet => {
    if (it.kind === "not") return visit(it.part, !isTrue);
    if ("parts" in it) {
      const parts = it.parts.map((part) => visit(part, isTrue));
      const isAnd = (it.kind === "and") === isTrue;
      return isAnd ? parts.reduce(intersection, allNumbers) : parts.reduce(union, noNumbers);
    }
    if (it.kind === "number" && it.variable === variable)
      return isTrue ? it.set : complement(it.set);
    const value = it.kind === "truth" ? undefined : example.get(it.variable);
    const truth =
      it.kind === "truth" ? it.value : value === undefined ? undefined : isTrueOf(it, value);
    return truth === isTrue ? allNumbers : noNumbers;
  };
  return visit(root, true);
}
