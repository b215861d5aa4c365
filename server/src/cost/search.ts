import type { Atom } from "./atoms.ts";
import {
  type ClassCondition,
  conditionFor,
  isIn,
  type LineClass,
  operatorsOf,
} from "./line-class.ts";
import type { Signature, SignatureTable } from "./signatures.ts";

/** A class with the bytes of the learning half that leaving it out saves. */
export interface Candidate extends LineClass {
  readonly saved: number;
  readonly operators: number;
  /** Some of its lines must stay, so it can only be left out except for these. */
  readonly isGuarded: boolean;
  readonly isTelling: boolean;
}

export interface SearchOptions {
  /** Whether the user said which lines must stay. Otherwise, only classes that people know are sought, and no class of most lines. */
  readonly hasKeeps: boolean;
}

type NumberedAtom = readonly [atom: Atom, bit: number];

/** Without filters of lines that must stay, a larger class is not suggested. */
const largestShare = 0.6;
/** Nor are many values that are most lines together one class. */
const largestList = 0.8;

/** The most contexts of two atoms, and the most values or parts of a condition. */
const mostPaired = 12;
const mostGrown = 8;

/** All classes of at most three conditions that are worth a look, learned from the first half of the lines. */
export function candidatesIn(
  { signatures, atoms, used }: SignatureTable,
  { hasKeeps }: SearchOptions,
): readonly Candidate[] {
  const numbered = atoms.slice(0, used).map((it, bit): NumberedAtom => [it, bit]);
  const sum = (some: readonly Signature[]) => some.reduce((sum, it) => sum + it.bytes[0], 0);
  const total = sum(signatures);
  const free = sum(signatures.filter((it) => !it.isKept));
  const found = new Map<string, Candidate>();
  const add = (conditions: readonly ClassCondition[], saved: number, keptLines: number) => {
    const all = conditions.flatMap(({ atoms }) => atoms);
    const isTelling = all.some((it) => it.isTelling);
    const isGuarded = keptLines > 0;
    if (saved <= 0 || (isGuarded && !hasKeeps) || all.every((it) => it.isBound)) return;
    if (!hasKeeps && (!isTelling || saved > total * largestShare)) return;
    const isList = conditions.some(({ atoms }) => atoms.length > 1);
    if (isList && saved > free * largestList) return;
    const candidate = { conditions, saved, isGuarded, isTelling };
    const operators = operatorsOf(candidate);
    const key = `${saved} ${isGuarded} ${isTelling}`;
    const known = found.get(key);
    if (!known || known.operators > operators) found.set(key, { ...candidate, operators });
  };
  for (const context of contextsOf(numbered)) {
    const conditions = context.map((it) => conditionFor([it]));
    const inside = signatures.filter((it) => isIn({ conditions }, it));
    const weights = weigh(inside, used);
    if (context.length > 0) add(conditions, weights.saved, weights.kept);
    for (const group of groupsOf(numbered, context))
      grow(group, { conditions, hasKeeps }, weights, add);
  }
  return [...found.values()];
}

/** Conditions that a grown one is combined with: none, any single atom, or two of the first ones. */
function contextsOf(atoms: readonly NumberedAtom[]): readonly (readonly NumberedAtom[])[] {
  const paired = atoms.slice(0, mostPaired);
  const pairs = paired.flatMap((it, index) =>
    paired.slice(index + 1).map((other) => [it, other] as const),
  );
  return [[], ...atoms.map((it) => [it]), ...pairs];
}

function groupsOf(
  atoms: readonly NumberedAtom[],
  context: readonly NumberedAtom[],
): Iterable<readonly NumberedAtom[]> {
  const groups = new Map<string, NumberedAtom[]>();
  for (const it of atoms) {
    if (context.includes(it)) continue;
    const [{ field, operator }] = it;
    const isAlone = operator !== "eq" && !operator.endsWith("With");
    const key = isAlone ? `${field} ${operator} ${it[1]}` : `${field} ${operator}`;
    groups.set(key, [...(groups.get(key) ?? []), it]);
  }
  return groups.values();
}

interface Weights {
  readonly saved: number;
  /** Lines that must stay. */
  readonly kept: number;
  readonly savedBy: Float64Array;
  readonly keptBy: Float64Array;
}

function weigh(signatures: readonly Signature[], used: number): Weights {
  const [savedBy, keptBy] = [new Float64Array(used), new Float64Array(used)];
  let saved = 0;
  let kept = 0;
  for (const { low, high, isKept, lines, bytes } of signatures) {
    // A line of either half that must stay counts.
    const amount = isKept ? lines[0] + lines[1] : bytes[0];
    const sums = isKept ? keptBy : savedBy;
    if (isKept) kept += amount;
    else saved += amount;
    for (let bit = 0; bit < used; bit++)
      if (bit < 24 ? low & (1 << bit) : high & (1 << (bit - 24)))
        sums[bit] = (sums[bit] as number) + amount;
  }
  return { saved, kept, savedBy, keptBy };
}

/** Adds atoms of a group, the largest first: once only such without lines that must stay, and once all of them. */
function grow(
  group: readonly NumberedAtom[],
  {
    conditions,
    hasKeeps,
  }: { readonly conditions: readonly ClassCondition[]; readonly hasKeeps: boolean },
  { savedBy, keptBy }: Weights,
  add: (conditions: readonly ClassCondition[], saved: number, kept: number) => void,
): void {
  const sorted = group
    .filter(([, bit]) => (savedBy[bit] as number) > 0)
    .sort(([, a], [, b]) => (savedBy[b] as number) - (savedBy[a] as number));
  const free = sorted.filter(([, bit]) => keptBy[bit] === 0);
  // Values that have nothing in common are not one class.
  const single = !hasKeeps && group[0]?.[0].operator === "eq";
  if (single) {
    for (const it of free) add([...conditions, conditionFor([it])], savedBy[it[1]] as number, 0);
    return;
  }
  for (const atoms of free.length < sorted.length ? [free, sorted] : [free]) {
    const chosen: NumberedAtom[] = [];
    let saved = 0;
    let kept = 0;
    for (const it of atoms) {
      if (chosen.length >= mostGrown) break;
      if (chosen.some((other) => overlaps(other[0], it[0]))) continue;
      chosen.push(it);
      saved += savedBy[it[1]] as number;
      kept += keptBy[it[1]] as number;
      add([...conditions, conditionFor(chosen)], saved, kept);
    }
  }
}

function overlaps(a: Atom, b: Atom): boolean {
  if (a.operator === "eq") return false;
  const [one, other] = [String(a.value), String(b.value)];
  return a.operator === "startsWith"
    ? one.startsWith(other) || other.startsWith(one)
    : one.endsWith(other) || other.endsWith(one);
}
