import type { Budget } from "../budget.ts";
import { kept } from "../kept.ts";
import { unitsOf } from "./literals.ts";
import type { TextSet } from "./text-set.ts";

/** One representative unit per class of units that some sets distinguish, and the transitions of those sets. */
export class Alphabet {
  readonly units: readonly number[];
  private readonly steps = new Map<TextSet, Int32Array[]>();

  constructor(sets: readonly TextSet[], last: number) {
    const candidates = [
      ...new Set([...nice, ...ascii, ...sets.flatMap((it) => it.units())]),
    ].filter((it) => it <= last);
    // Each set may split the classes of the sets before it.
    let kindOf = new Int32Array(candidates.length);
    let count = 1;
    for (const set of sets) {
      const refined = new Map<number, number>();
      kindOf = kindOf.map((kind, index) => {
        const key = (set.classOf(candidates[index] ?? 0) + 1) * count + kind;
        return kept(refined, key, () => refined.size);
      });
      count = refined.size;
    }
    const kinds = new Map<number, number>();
    candidates.forEach((unit, index) => {
      kept(kinds, kindOf[index] ?? 0, () => unit);
    });
    this.units = [...kinds.values()];
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
