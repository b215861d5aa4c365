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

/** Strings whose part after a mark is in the set; without the mark, that part is empty. */
export function afterMark(set: TextSet, mark: number): TextSet {
  return afterMarks(set, { mark, count: 1, isKept: false, orEmpty: true });
}

/** Strings whose part after `count` slashes is in the set, with or without the last slash. */
export function afterSlashes(set: TextSet, count: number, isKept: boolean): TextSet {
  return afterMarks(set, { mark: slash, count, isKept, orEmpty: false });
}

/** States below the count are marks. */
function afterMarks(
  set: TextSet,
  marks: { mark: number; count: number; isKept: boolean; orEmpty: boolean },
): TextSet {
  const { mark, count, isKept, orEmpty } = marks;
  const inner = (state: number): number => state - count - offset;
  const outer = (state: number): number => state + count + offset;
  const first = isKept ? set.step(set.start, mark) : set.start;
  const hasEmpty = orEmpty && set.accepts(set.start);
  return {
    ...spelling(set, mark),
    key: `after ${JSON.stringify(marks)} ${set.key}`,
    start: 0,
    step: (state, unit) => {
      if (state >= count) return outer(set.step(inner(state), unit));
      if (unit !== mark) return state;
      return state < count - 1 ? state + 1 : outer(first);
    },
    accepts: (state) => (state >= count ? set.accepts(inner(state)) : hasEmpty),
    distance: (state) => {
      if (state >= count) return set.distance(inner(state));
      return hasEmpty ? 0 : count - state + set.distance(first);
    },
    isFull: (state) =>
      state >= count ? set.isFull(inner(state)) : orEmpty && set.isFull(set.start),
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
