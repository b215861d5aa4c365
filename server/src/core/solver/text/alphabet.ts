import type { Budget } from "../budget.ts";
import { kept } from "../kept.ts";
import { unitsOf } from "./literals.ts";
import { isIn } from "./pattern.ts";
import type { TextSet } from "./text-set.ts";

/** One unit of each class that some sets distinguish, and the transitions of those sets. */
export class Alphabet {
  readonly units: readonly number[];
  private readonly steps = new Map<TextSet, Int32Array[]>();

  constructor(sets: readonly TextSet[], last: number) {
    const known = sets.flatMap((it) => it.units());
    const distinct = [...new Map(known.map((it) => [it.join(), it])).values()];
    // Where a range begins, or has ended.
    const starts = distinct.flatMap((it) => it.map((unit, index) => unit + (index % 2)));
    const classes = new Map<string, number>();
    for (const unit of new Set([...nice, ...ascii, ...starts])) {
      const name = distinct.map((it) => Number(isIn(it, unit))).join("");
      if (unit <= last) kept(classes, name, () => unit);
    }
    this.units = [...classes.values()];
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

/** Readable characters are preferred in examples. */
const nice = unitsOf("abcdefghijklmnopqrstuvwxyz0123456789-_/.");
const ascii = Array.from({ length: 128 }, (_, index) => index).sort(
  (a, b) => Number(a < 0x20 || a === 0x7f) - Number(b < 0x20 || b === 0x7f),
);
