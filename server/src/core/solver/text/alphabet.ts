import type { Budget } from "../budget.ts";
import { kept } from "../kept.ts";
import { unitsOf } from "./literals.ts";
import type { Units } from "./pattern.ts";
import type { TextSet } from "./text-set.ts";

/** One unit of each class that some sets distinguish, and the transitions of those sets. */
export class Alphabet {
  readonly units: readonly number[];
  private readonly steps = new Map<TextSet, Int32Array[]>();

  constructor(sets: readonly TextSet[], last: number) {
    const named = sets.flatMap((it) => [...kept(unitsIn, it, () => namedUnits(it))]);
    const distinct = [...new Map(named).values()];
    // Where a range begins, or has ended.
    const starts = distinct.flatMap((it) => it.map((unit, index) => unit + (index % 2)));
    const all = [...new Set([...nice, ...ascii, ...starts])].filter((it) => it <= last);
    const classes = classesOf(all, distinct);
    const first = new Map<number, number>();
    for (const unit of all) kept(first, classes.get(unit) ?? 0, () => unit);
    this.units = [...first.values()];
  }

  /** The state after each unit of the alphabet. Undefined if the budget is spent. */
  after(set: TextSet, state: number, budget: Budget): Int32Array | undefined {
    const table = kept(this.steps, set, () => []);
    const isKnown = table[state] !== undefined;
    if (!budget.spend(isKnown ? 0 : 2 * this.units.length * (set.cost ?? 1))) return undefined;
    table[state] ??= Int32Array.from(this.units, (unit) => set.step(state, unit));
    return table[state];
  }
}

/** The sets of units that a set of strings distinguishes, which are asked for in many questions. */
const unitsIn = new WeakMap<TextSet, ReadonlyMap<string, Units>>();

function namedUnits(set: TextSet): ReadonlyMap<string, Units> {
  return new Map(set.units().map((it) => [it.join(), it]));
}

/** The class of each unit: each set of units has all of a class, or none. */
function classesOf(all: readonly number[], sets: readonly Units[]): ReadonlyMap<number, number> {
  const sorted = all.toSorted((a, b) => a - b);
  const places = new Map(sorted.map((unit, index) => [unit, index]));
  const classes = new Map(sorted.map((unit) => [unit, 0]));
  let count = 1;
  for (const set of sets) {
    const parts = new Map<number, number>();
    for (let i = 0; i < set.length; i += 2) {
      const end = set[i + 1] ?? 0;
      // Each range begins with one of the units, unless that is too large.
      for (let at = places.get(set[i] ?? 0) ?? sorted.length; (sorted[at] ?? end + 1) <= end; at++)
        classes.set(
          sorted[at] as number,
          kept(parts, classes.get(sorted[at] as number) ?? 0, () => count++),
        );
    }
  }
  return classes;
}

/** Readable characters are preferred in examples. */
const nice = unitsOf("abcdefghijklmnopqrstuvwxyz0123456789-_/.");
const ascii = Array.from({ length: 128 }, (_, index) => index).sort(
  (a, b) => Number(a < 0x20 || a === 0x7f) - Number(b < 0x20 || b === 0x7f),
);
