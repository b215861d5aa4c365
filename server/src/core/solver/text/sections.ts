import type { TextSet } from "./text-set.ts";

/** Sets of strings with a section that is in another set. */

/** Strings whose part before a mark is in the set. Every second state is after the mark. */
export function untilMark(set: TextSet, mark: number): TextSet {
  const isOver = (state: number): boolean => state % 2 === 1;
  return {
    key: `until ${mark} ${set.key}`,
    step: (state, unit) => {
      if (isOver(state)) return state;
      return unit === mark ? state + 1 : 2 * set.step(state / 2, unit);
    },
    distance: (state) => {
      const distance = set.distance(state >> 1);
      return isOver(state) && distance > 0 ? Number.POSITIVE_INFINITY : distance;
    },
    isFull: (state) => (isOver(state) ? set.distance(state >> 1) === 0 : set.isFull(state >> 1)),
    units: () => [...set.units(), [mark, mark]],
    get cost() {
      return set.cost;
    },
  };
}

/**
 * Strings whose part `after` the first mark, or `from` it on, is in the set. Without the mark, they have no such part,
 * unless that is `after-or-empty`. The first state is before the mark, and the others are the states of the set.
 */
export function sinceMark(
  set: TextSet,
  mark: number,
  part: "after" | "from" | "after-or-empty",
): TextSet {
  const first = part === "from" ? set.step(0, mark) : 0;
  const isOptional = part === "after-or-empty";
  return {
    key: `${part} ${mark} ${set.key}`,
    step: (state, unit) => {
      if (state > 0) return 1 + set.step(state - 1, unit);
      return unit === mark ? 1 + first : 0;
    },
    distance: (state) => {
      if (state > 0) return set.distance(state - 1);
      return isOptional && set.distance(0) === 0 ? 0 : 1 + set.distance(first);
    },
    isFull: (state) => (state > 0 ? set.isFull(state - 1) : isOptional && set.isFull(0)),
    units: () => [...set.units(), [mark, mark]],
    get cost() {
      return set.cost;
    },
  };
}
