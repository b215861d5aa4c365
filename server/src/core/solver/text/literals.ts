import { kept } from "../kept.ts";
import type { Units } from "./pattern.ts";
import type { Having, TextSet } from "./text-set.ts";

/** Sets of strings defined by other strings. */

/** Each unit that occurs in a text. */
function spelling(text: string): Units[] {
  return [...new Set(unitsOf(text))].map((it) => [it, it]);
}

export function oneOf(texts: readonly string[]): TextSet {
  const members =
    texts.length === 1 ? texts : [...new Set(texts)].sort((a, b) => a.length - b.length);
  let made: readonly Prefix[] | undefined;
  const prefixes = (): readonly Prefix[] => {
    made ??= prefixesOf(members);
    return made;
  };
  return {
    key: `in ${JSON.stringify(members.toSorted())}`,
    step: (state, unit) => prefixes()[state]?.longer.get(unit) ?? 1,
    distance: (state) => prefixes()[state]?.distance ?? Number.POSITIVE_INFINITY,
    isFull: () => false,
    units: () => spelling(members.join("")),
    members,
  };
}

/** The beginnings of members: the first one is empty, and the second one begins no member. */
interface Prefix {
  /** The prefixes with one more unit, by their index. */
  readonly longer: Map<number, number>;
  /** The number of units to the next member. */
  distance: number;
}

function prefixesOf(members: readonly string[]): readonly Prefix[] {
  const all: Prefix[] = [];
  const add = () => all.push({ longer: new Map(), distance: Number.POSITIVE_INFINITY }) - 1;
  add();
  add();
  for (const text of members) {
    let prefix = all[0];
    for (let i = 0; prefix; i++) {
      prefix.distance = Math.min(prefix.distance, text.length - i);
      if (i === text.length) break;
      prefix = all[kept(prefix.longer, text.charCodeAt(i), add)];
    }
  }
  return all;
}

/** Strings that have a text at a place. The state is the length of it that was found, or more after a mismatch. */
function having(
  text: string,
  place: Having["place"],
  step: (state: number, unit: number) => number,
): TextSet {
  const full = text.length;
  const isDone = (state: number): boolean => state === full && (place !== "end" || full === 0);
  return {
    key: `${place} ${JSON.stringify(text)}`,
    step: (state, unit) => (isDone(state) ? state : step(state, unit)),
    distance: (state) => (state > full ? Number.POSITIVE_INFINITY : full - state),
    isFull: isDone,
    units: () => spelling(text),
    having: { text, place },
  };
}

export function startingWith(prefix: string): TextSet {
  return having(prefix, "start", (state, unit) =>
    prefix.charCodeAt(state) === unit ? state + 1 : prefix.length + 1,
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

/** Strings that sort before another by their units. The state is the length of the common prefix, if it is not decided yet. */
export function before(text: string): TextSet {
  const full = text.length;
  const [isBefore, isAfter] = [full + 1, full + 2];
  return {
    key: `before ${JSON.stringify(text)}`,
    step: (state, unit) => {
      if (state > full) return state;
      const wanted = text.charCodeAt(state);
      return unit === wanted ? state + 1 : unit < wanted ? isBefore : isAfter;
    },
    distance: (state) => (state === isBefore || state < full ? 0 : Number.POSITIVE_INFINITY),
    isFull: (state) => state === isBefore,
    units: () => [...spelling(text), ...unitsOf(text).map((it) => [0, it])],
  };
}

export function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
