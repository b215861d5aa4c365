import { kept } from "../kept.ts";
import { oneOf } from "./literals.ts";
import { anyUnit, type Units } from "./pattern.ts";
import type { TextSet } from "./text-set.ts";

/** A function of strings that reads one unit after the other. Its states are texts, such as what was read and not yet written. */
export interface Transducer {
  /** Functions with the same key are the same. */
  readonly key: string;
  /** The output before the first unit. */
  readonly before?: string;
  /** The first state is the empty text. */
  readonly step: (state: string, unit: number) => readonly [next: string, output: string];
  /** The output after the last unit. Undefined if there is no result, which only a partial function does. */
  readonly end: (state: string) => string | undefined;
  readonly isPartial?: boolean;
  /** Sets of units. Two units have the same effect if each set has both or neither. */
  readonly units: readonly Units[];
  /** The strings that it turns into listed ones, if that is a simpler set. */
  readonly turnedInto?: (members: readonly string[]) => TextSet | undefined;
  /** The length of the longest result, if it is bounded. */
  readonly longest?: number;
  /** Whether what follows has no effect. */
  readonly isDone?: (state: string) => boolean;
}

/** The strings that a function turns into members of a set. */
export function preimage(
  { key, before = "", step, end, units, longest, isDone, turnedInto }: Transducer,
  set: TextSet,
): TextSet {
  const listed = set.members && turnedInto?.(set.members);
  if (listed) return listed;
  if (longest !== undefined && set.distance(0) > longest) return oneOf([]);
  const states: (readonly [text: string, inner: number])[] = [];
  const known = new Map<string, number>();
  const intern = (text: string, inner: number): number =>
    kept(known, `${inner} ${text}`, () => states.push([text, inner]) - 1);
  intern("", after(set, 0, before));
  const steps = new Map<number, number>();
  const distances = new Map<number, number>();
  const isMember = (state: number): boolean => {
    const [text, inner] = states[state] ?? ["", 0];
    const rest = end(text);
    return rest !== undefined && set.distance(after(set, inner, rest)) === 0;
  };
  const isOver = (state: number): boolean => isDone?.(states[state]?.[0] ?? "") === true;
  return {
    key: `before ${key} ${set.key}`,
    step: (state, unit) =>
      kept(steps, state * 0x10000 + unit, () => {
        const [text, inner] = states[state] ?? ["", 0];
        const [next, output] = step(text, unit);
        return intern(next, after(set, inner, output));
      }),
    // Asked twice of each function in a chain of them.
    distance: (state) =>
      kept(distances, state, () => {
        if (isMember(state)) return 0;
        const isDead = set.distance(states[state]?.[1] ?? 0) === Number.POSITIVE_INFINITY;
        return isDead || isOver(state) ? Number.POSITIVE_INFINITY : 1;
      }),
    isFull: (state) => isOver(state) && isMember(state),
    units: () => [...units, ...set.units()],
    get cost() {
      return 2 + 2 * (set.cost ?? 1);
    },
  };
}

function after(set: TextSet, from: number, text: string): number {
  let state = from;
  for (let i = 0; i < text.length; i++) state = set.step(state, text.charCodeAt(i));
  return state;
}

/** The strings that a function has a result for. */
export function resultDomain(transducer: Transducer): TextSet {
  return preimage(transducer, anyText);
}

export const anyText: TextSet = {
  key: "any",
  step: () => 0,
  distance: () => 0,
  isFull: () => true,
  units: () => [anyUnit],
};

export const singleUnits = (text: string): Units[] =>
  Array.from(text, (it) => [it.charCodeAt(0), it.charCodeAt(0)]);
