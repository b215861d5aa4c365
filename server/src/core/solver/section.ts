import { type Atom, atomsIn, type Formula, type NumberAtom, type TextAtom } from "./formula.ts";
import {
  allNumbers,
  complement,
  has,
  intersection,
  isEmpty,
  type Num,
  type NumberSet,
  noNumbers,
  union,
} from "./number-set.ts";
import type { Example } from "./relation.ts";
import type { Value } from "./solve.ts";
import { oneOf } from "./text/literals.ts";
import { includes } from "./text/text-set.ts";

/** The values of one variable, as a condition on it. */
export type Section = NumberAtom | TextAtom;

/** More strings are not worth trying. */
const mostTexts = 50;

/**
 * For each variable, the values with which the formula is true while the other variables keep the values of an example. Strings
 * are only those that the formula compares with. What the example leaves open may be either.
 */
export function sectionsOf(formula: Formula, example: Example): Section[] {
  const atoms = atomsIn(formula);
  const variables = [...new Set(atoms.map((it) => it.variable))].filter((it) => example.has(it));
  return variables.flatMap((variable): Section[] => {
    const own = atoms.filter((it) => it.variable === variable);
    const [first] = own;
    if (first?.kind === "number") {
      const set = intersection(numbersIn(formula, first, example), first.domain);
      return isEmpty(set) ? [] : [{ ...first, set }];
    }
    if (first?.kind !== "text") return [];
    const texts = new Set(own.flatMap((it) => (it.kind === "text" ? (it.set.members ?? []) : [])));
    const inside = [...texts]
      .slice(0, mostTexts)
      .filter((it) => isTrue(formula, new Map([...example, [variable, it]])));
    return inside.length === 0 ? [] : [{ ...first, set: oneOf(inside) }];
  });
}

function numbersIn(formula: Formula, { variable }: NumberAtom, example: Example): NumberSet {
  return combined<NumberSet>(formula, {
    all: allNumbers,
    none: noNumbers,
    and: intersection,
    or: union,
    atom: (it, isTrue) => {
      if (it.kind !== "number" || it.variable !== variable)
        return truthOf(it, example) === isTrue ? allNumbers : noNumbers;
      return isTrue ? it.set : complement(it.set);
    },
  });
}

function isTrue(formula: Formula, example: Example): boolean {
  return combined<boolean>(formula, {
    all: true,
    none: false,
    and: (a, b) => a && b,
    or: (a, b) => a || b,
    atom: (it, isTrue) => truthOf(it, example) === isTrue,
  });
}

/** Undefined if the example leaves it open. */
function truthOf(atom: Atom, example: Example): boolean | undefined {
  const value: Value | undefined = example.get(atom.variable);
  if (value === undefined) return undefined;
  if (atom.kind === "number") return has(atom.set, value as Num);
  return atom.kind === "text" ? includes(atom.set, value as string) : value === true;
}

interface Algebra<Item> {
  readonly all: Item;
  readonly none: Item;
  readonly and: (a: Item, b: Item) => Item;
  readonly or: (a: Item, b: Item) => Item;
  /** Of an atom, or of its negation. */
  readonly atom: (atom: Atom, isTrue: boolean) => Item;
}

/** Each part is visited at most twice: as it is, and negated. */
function combined<Item>(root: Formula, { all, none, and, or, atom }: Algebra<Item>): Item {
  const known = [new Map<Formula, Item>(), new Map<Formula, Item>()] as const;
  const visit = (it: Formula, isTrue: boolean): Item => {
    const same = known[isTrue ? 1 : 0];
    const found = same.get(it) ?? compute(it, isTrue);
    same.set(it, found);
    return found;
  };
  const compute = (it: Formula, isTrue: boolean): Item => {
    if (it.kind === "truth") return it.value === isTrue ? all : none;
    if (it.kind === "not") return visit(it.part, !isTrue);
    if ("variable" in it) return atom(it, isTrue);
    const parts = it.parts.map((part) => visit(part, isTrue));
    return (it.kind === "and") === isTrue ? parts.reduce(and, all) : parts.reduce(or, none);
  };
  return visit(root, true);
}
