import type { TextSet } from "./text-set.ts";

/** Sets of strings with a section that is in another set. */

/** Strings whose part before a mark is in the set. Even states are before the mark, odd ones after it. */
export function untilMark(set: TextSet, mark: number): TextSet {
  const inner = (state: number): number => (state >> 1) - offset;
  const isDone = (state: number): boolean => (state & 1) === 1;
  return {
    ...spelling(set, mark),
    key: `until ${mark} ${set.key}`,
    start: (set.start + offset) << 1,
    step: (state, unit) => {
      if (isDone(state)) return state;
      return unit === mark ? state | 1 : (set.step(inner(state), unit) + offset) << 1;
    },
    accepts: (state) => set.accepts(inner(state)),
    distance: (state) => {
      if (isDone(state)) return set.accepts(inner(state)) ? 0 : Number.POSITIVE_INFINITY;
      return set.distance(inner(state));
    },
    isFull: (state) => (isDone(state) ? set.accepts(inner(state)) : set.isFull(inner(state))),
  };
}

/** Strings whose part after a mark is in the set; without the mark, that part is empty. State 0 is before the mark. */
export function afterMark(set: TextSet, mark: number): TextSet {
  const inner = (state: number): number => state - 1 - offset;
  return {
    ...spelling(set, mark),
    key: `after ${mark} ${set.key}`,
    start: 0,
    step: (state, unit) => {
      if (state === 0) return unit === mark ? set.start + 1 + offset : 0;
      return set.step(inner(state), unit) + 1 + offset;
    },
    accepts: (state) => set.accepts(state === 0 ? set.start : inner(state)),
    distance: (state) => {
      if (state > 0) return set.distance(inner(state));
      return set.accepts(set.start) ? 0 : 1 + set.distance(set.start);
    },
    isFull: (state) => (state > 0 ? set.isFull(inner(state)) : set.isFull(set.start)),
  };
}

/** Strings whose part after `count` slashes is in the set, with or without the last slash. States below the count are slashes. */
export function afterSlashes(set: TextSet, count: number, isKept: boolean): TextSet {
  const inner = (state: number): number => state - count - offset;
  const outer = (state: number): number => state + count + offset;
  const first = isKept ? set.step(set.start, slash) : set.start;
  return {
    ...spelling(set, slash),
    key: `after ${count}${isKept ? "" : "+"} ${set.key}`,
    start: 0,
    step: (state, unit) => {
      if (state >= count) return outer(set.step(inner(state), unit));
      if (unit !== slash) return state;
      return state < count - 1 ? state + 1 : outer(first);
    },
    accepts: (state) => state >= count && set.accepts(inner(state)),
    distance: (state) =>
      state >= count ? set.distance(inner(state)) : count - state + set.distance(first),
    isFull: (state) => state >= count && set.isFull(inner(state)),
  };
}

const slash = 0x2f;

/** Some sets have negative states. */
const offset = 2;

/** Gives the mark its own class. */
function spelling(set: TextSet, mark: number): Pick<TextSet, "classOf" | "units" | "cost"> {
  return {
    classOf: (unit) => (unit === mark ? -1 : set.classOf(unit)),
    units: [...set.units, mark],
    ...(set.cost === undefined ? {} : { cost: set.cost }),
  };
}
