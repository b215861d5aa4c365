import { kept } from "../kept.ts";
import { cutsBefore } from "../number-set.ts";
import type { TextSet } from "./text-set.ts";

/** Sets of strings defined by other strings. */

type Spelling = Pick<TextSet, "classOf" | "units">;

/** All units that do not occur in the strings are one class. These are only read for a search, which most sets need not. */
function spelled(texts: readonly string[], set: Omit<TextSet, keyof Spelling>): TextSet {
  let known: ReadonlyMap<number, number> | undefined;
  const classes = () => {
    known ??= classesIn(texts);
    return known;
  };
  return {
    ...set,
    classOf: (unit) => classes().get(unit) ?? 0,
    get units() {
      return [...classes().keys(), ...otherUnit(classes())];
    },
  };
}

function classesIn(texts: readonly string[]): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  for (const unit of texts.flatMap(unitsOf)) kept(classes, unit, () => classes.size + 1);
  return classes;
}

function otherUnit(taken: ReadonlyMap<number, number>): number[] {
  for (let unit = 0; unit <= 0xffff; unit++) if (!taken.has(unit)) return [unit];
  return [];
}

export function oneOf(texts: readonly string[]): TextSet {
  const members =
    texts.length === 1 ? texts : [...new Set(texts)].sort((a, b) => a.length - b.length);
  let made: PrefixTree | undefined;
  const tree = (): PrefixTree => {
    made ??= prefixTree(members);
    return made;
  };
  return spelled(members, {
    key: `in ${JSON.stringify(members.toSorted())}`,
    start: 0,
    step: (state, unit) => tree().children[state]?.get(unit) ?? -1,
    accepts: (state) => tree().distances[state] === 0,
    distance: (state) => tree().distances[state] ?? Number.POSITIVE_INFINITY,
    isFull: () => false,
    members,
  });
}

/** State 0 is the root, and -1 is outside of it. */
interface PrefixTree {
  readonly children: readonly ReadonlyMap<number, number>[];
  /** The number of units to the next member. */
  readonly distances: readonly number[];
}

function prefixTree(members: readonly string[]): PrefixTree {
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
  return { children, distances };
}

/** Strings that have a text at a place. The state is the length of it that was found; -1 is a mismatch. */
function having(
  text: string,
  place: "start" | "end" | "anywhere",
  step: (state: number, unit: number) => number,
): TextSet {
  const full = text.length;
  const isDone = (state: number): boolean => state === full && (place !== "end" || full === 0);
  return spelled([text], {
    key: `${place} ${JSON.stringify(text)}`,
    start: 0,
    step: (state, unit) => (isDone(state) ? state : step(state, unit)),
    accepts: (state) => state === full,
    distance: (state) => (state === -1 ? Number.POSITIVE_INFINITY : full - state),
    isFull: isDone,
    sample: text,
    place,
  });
}

export function startingWith(prefix: string): TextSet {
  return having(prefix, "start", (state, unit) =>
    state >= 0 && prefix.charCodeAt(state) === unit ? state + 1 : -1,
  );
}

export function endingWith(suffix: string): TextSet {
  return having(suffix, "end", searchFor(suffix));
}

export function containing(part: string): TextSet {
  return having(part, "anywhere", searchFor(part));
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
    ...spellingBetween(unitsOf(text).flatMap((it) => [it, it + 1])),
  };
}

/** The units between neighboring borders are one class. */
export function spellingBetween(borders: readonly number[]): Spelling {
  const units = [...new Set([0, ...borders])].sort((a, b) => a - b);
  const cuts = units.map((at) => ({ at, after: false }));
  return { classOf: (unit) => cutsBefore(cuts, unit), units };
}

export function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
