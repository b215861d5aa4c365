import { cutsBefore, has, keyOf, type NumberSet } from "../number-set.ts";
import { isIn, type Units } from "./pattern.ts";
import type { TextSet } from "./text-set.ts";

/** Sets of strings defined by their length or by another set. */

/** Strings with these lengths. The state is the number of units, up to the last boundary. */
export function withLength(lengths: NumberSet): TextSet {
  const cuts = lengths.cuts.map(({ at, after }) => ({ at: Number(at), after }));
  const last = cuts[cuts.length - 1];
  const most = Math.max(0, (last?.at ?? 0) + 1);
  const numbers: NumberSet = { low: lengths.low, cuts };
  const isMember = (length: number): boolean => has(numbers, length);
  return {
    key: `length ${keyOf(lengths)}`,
    step: (state) => Math.min(state + 1, most),
    distance: (state) => {
      if (isMember(state)) return 0;
      const next = cuts[cutsBefore(cuts, state)];
      return next ? next.at + Number(next.after) - state : Number.POSITIVE_INFINITY;
    },
    isFull: (state) => state === most && isMember(most),
    units: () => [],
  };
}

/** The strings that are in a set after conversion to lowercase or uppercase (ASCII only). */
export function inCase(letters: "lower" | "upper", set: TextSet): TextSet {
  const change = letters === "lower" ? toLower : toUpper;
  return {
    key: `${letters} ${set.key}`,
    step: (state, unit) => set.step(state, change(unit)),
    distance: (state) => set.distance(state),
    isFull: (state) => set.isFull(state),
    units: () => set.units().map((it) => unitsBefore(it, change)),
    shortest: set.shortest,
    get cost() {
      return set.cost;
    },
  };
}

/** The units that a change of ASCII units turns into some units. */
function unitsBefore(units: Units, change: (unit: number) => number): Units {
  const before: number[] = [];
  for (let unit = 0; unit < 0x80; unit++) if (isIn(units, change(unit))) before.push(unit, unit);
  for (let i = 0; i < units.length; i += 2) {
    const last = units[i + 1] ?? 0;
    if (last >= 0x80) before.push(Math.max(units[i] ?? 0, 0x80), last);
  }
  return before;
}

function toLower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
}

function toUpper(unit: number): number {
  return unit >= 0x61 && unit <= 0x7a ? unit - 32 : unit;
}
