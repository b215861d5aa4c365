import type { TextSet } from "./text-set.ts";

/** Sets of strings with a section that is in another set. */

/** Strings whose part before a mark is in the set. */
export function untilMark(set: TextSet, mark: number): TextSet {
  return sectionIn(set, { mark, count: 0, isKept: false, orEmpty: false, isUntil: true });
}

/** Strings whose part after a mark is in the set; without the mark, that part is empty. */
export function afterMark(set: TextSet, mark: number): TextSet {
  return sectionIn(set, { mark, count: 1, isKept: false, orEmpty: true, isUntil: false });
}

/** Strings whose part after `count` slashes is in the set, with or without the last slash. */
export function afterSlashes(set: TextSet, count: number, isKept: boolean): TextSet {
  return sectionIn(set, { mark: slash, count, isKept, orEmpty: false, isUntil: false });
}

const slash = 0x2f;

interface Marks {
  readonly mark: number;
  /** How many of them come first. */
  readonly count: number;
  /** Whether the last of these is part of the section. */
  readonly isKept: boolean;
  /** Whether the section is empty if there are fewer. */
  readonly orEmpty: boolean;
  /** Whether the section ends at the next one. */
  readonly isUntil: boolean;
}

/** States below the count are marks. Of the others, every second one is after the section. */
function sectionIn(set: TextSet, marks: Marks): TextSet {
  const { mark, count, isKept, orEmpty, isUntil } = marks;
  const inner = (state: number): number => (state - count) >> 1;
  const outer = (state: number): number => (state << 1) + count;
  const isOver = (state: number): boolean => ((state - count) & 1) === 1;
  const first = isKept ? set.step(0, mark) : 0;
  const hasEmpty = orEmpty && set.distance(0) === 0;
  return {
    key: `section ${JSON.stringify(marks)} ${set.key}`,
    step: (state, unit) => {
      if (state < count - 1) return unit === mark ? state + 1 : state;
      if (state < count) return unit === mark ? outer(first) : state;
      if (isOver(state)) return state;
      return isUntil && unit === mark ? state + 1 : outer(set.step(inner(state), unit));
    },
    distance: (state) => {
      if (state < count) return hasEmpty ? 0 : count - state + set.distance(first);
      const distance = set.distance(inner(state));
      return isOver(state) && distance > 0 ? Number.POSITIVE_INFINITY : distance;
    },
    isFull: (state) => {
      if (state < count) return orEmpty && set.isFull(0);
      return isOver(state) ? set.distance(inner(state)) === 0 : set.isFull(inner(state));
    },
    units: () => [...set.units(), [mark, mark]],
    cost: set.cost,
  };
}
