import type { TextSet } from "./text-set.ts";

/** Sets of strings defined by other strings. */

type Spelling = Pick<TextSet, "classOf" | "units">;

/** All units that do not occur in the strings are one class. */
function spellingOf(texts: readonly string[]): Spelling {
  const classes = new Map<number, number>();
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (!classes.has(unit)) classes.set(unit, classes.size + 1);
    }
  }
  const other = otherUnit(classes);
  return { classOf: (unit) => classes.get(unit) ?? 0, units: [...classes.keys(), ...other] };
}

function otherUnit(taken: ReadonlyMap<number, number>): number[] {
  for (let unit = 0; unit <= 0xffff; unit++) if (!taken.has(unit)) return [unit];
  return [];
}

/** A prefix tree. State 0 is the root, and -1 is outside of it. */
export function oneOf(texts: readonly string[]): TextSet {
  const members = [...new Set(texts)].sort((a, b) => a.length - b.length);
  const children: Map<number, number>[] = [new Map()];
  const distances: number[] = [Number.POSITIVE_INFINITY];
  for (const text of members) {
    let state = 0;
    for (let i = 0; i <= text.length; i++) {
      distances[state] = Math.min(distances[state] ?? 0, text.length - i);
      if (i === text.length) break;
      const next = children[state]?.get(text.charCodeAt(i)) ?? children.length;
      if (next === children.length) {
        children[state]?.set(text.charCodeAt(i), next);
        children.push(new Map());
        distances.push(Number.POSITIVE_INFINITY);
      }
      state = next;
    }
  }
  return {
    key: `in ${JSON.stringify(members.toSorted())}`,
    start: 0,
    step: (state, unit) => children[state]?.get(unit) ?? -1,
    accepts: (state) => distances[state] === 0,
    distance: (state) => distances[state] ?? Number.POSITIVE_INFINITY,
    isFull: () => false,
    members,
    ...spellingOf(members),
  };
}

/** The state is the matched length of the prefix; -1 is a mismatch. */
export function startingWith(prefix: string): TextSet {
  const full = prefix.length;
  return {
    key: `starts ${JSON.stringify(prefix)}`,
    start: 0,
    step: (state, unit) => {
      if (state === full || state === -1) return state;
      return prefix.charCodeAt(state) === unit ? state + 1 : -1;
    },
    accepts: (state) => state === full,
    distance: (state) => (state === -1 ? Number.POSITIVE_INFINITY : full - state),
    isFull: (state) => state === full,
    sample: prefix,
    ...spellingOf([prefix]),
  };
}

export function endingWith(suffix: string): TextSet {
  const advance = searchFor(suffix);
  return {
    key: `ends ${JSON.stringify(suffix)}`,
    start: 0,
    step: advance,
    accepts: (state) => state === suffix.length,
    distance: (state) => suffix.length - state,
    isFull: () => suffix === "",
    sample: suffix,
    ...spellingOf([suffix]),
  };
}

export function containing(part: string): TextSet {
  const advance = searchFor(part);
  const full = part.length;
  return {
    key: `has ${JSON.stringify(part)}`,
    start: 0,
    step: (state, unit) => (state === full ? state : advance(state, unit)),
    accepts: (state) => state === full,
    distance: (state) => full - state,
    isFull: (state) => state === full,
    sample: part,
    ...spellingOf([part]),
  };
}

/** Knuth–Morris–Pratt: the state is the length of the longest suffix of the input that is a prefix of the pattern. */
function searchFor(pattern: string): (state: number, unit: number) => number {
  const shorter = [0, 0];
  for (let i = 1; i < pattern.length; i++) {
    let length = shorter[i] ?? 0;
    while (length > 0 && pattern[length] !== pattern[i]) length = shorter[length] ?? 0;
    shorter.push(pattern[length] === pattern[i] ? length + 1 : 0);
  }
  return (state, unit) => {
    let length = state;
    while (length > 0 && pattern.charCodeAt(length) !== unit) length = shorter[length] ?? 0;
    return pattern.charCodeAt(length) === unit ? length + 1 : 0;
  };
}

/** Strings that sort before another by their units. The state is the length of the common prefix; -1 is before, -2 after it. */
export function before(text: string): TextSet {
  const full = text.length;
  return {
    key: `before ${JSON.stringify(text)}`,
    start: 0,
    step: (state, unit) => {
      if (state < 0) return state;
      if (state === full) return -2;
      const wanted = text.charCodeAt(state);
      return unit === wanted ? state + 1 : unit < wanted ? -1 : -2;
    },
    accepts: (state) => state === -1 || (state >= 0 && state < full),
    distance: (state) => (state === -2 || full === 0 ? Number.POSITIVE_INFINITY : 0),
    isFull: (state) => state === -1,
    ...orderedSpelling(text),
  };
}

function orderedSpelling(text: string): Spelling {
  const borders: number[] = [];
  for (let i = 0; i < text.length; i++) borders.push(text.charCodeAt(i), text.charCodeAt(i) + 1);
  return spellingBetween(borders);
}

/** The units between neighboring borders are one class. */
export function spellingBetween(borders: readonly number[]): Spelling {
  const sorted = [...new Set([0, ...borders])].sort((a, b) => a - b);
  return {
    classOf: (unit) => {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sorted[middle] ?? 0) <= unit) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    units: sorted,
  };
}
