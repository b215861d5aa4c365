import type { Pattern, Units } from "./pattern.ts";

/**
 * A set of strings as a deterministic automaton, whose states are numbers from 0, where it starts, created on demand. The units
 * are bytes or UTF-16 code units, depending on what the language compares.
 */
export interface TextSet {
  /** Sets with the same key are the same. */
  readonly key: string;
  step(state: number, unit: number): number;
  /** A lower bound for the number of units to the next member: 0 for members only, infinite if there is none. */
  distance(state: number): number;
  /** Whether every continuation is a member. */
  isFull(state: number): boolean;
  /** Sets of units. Two units have the same effect in every state if each set has both or neither. */
  units(): readonly Units[];
  /** The cost of a step relative to a table lookup. */
  readonly cost?: number | undefined;
  /** The property that makes a string a member, if one is enough. */
  readonly having?: Having;
  /** A shortest member, if it takes no search. */
  readonly shortest?: string | undefined;
  /** The pattern that defines the set. */
  readonly pattern?: Pattern;
  /** The patterns that it is the union of. */
  readonly parts?: readonly TextSet[];
  /** All members, if there are few. */
  readonly members?: readonly string[];
}

/** A text at a place. It is the shortest string that has it. */
export interface Having {
  readonly text: string;
  readonly place: "start" | "end" | "anywhere";
}

/** Up to this number of members, comparing with each is faster than running the automaton. */
const fewMembers = 8;

export function includes(set: TextSet, text: string): boolean {
  const { members } = set;
  if (members && members.length <= fewMembers) return members.includes(text);
  return set.distance(stateAfter(set, text)) === 0;
}

export function stateAfter(set: TextSet, text: string): number {
  let state = 0;
  for (let i = 0; i < text.length; i++) state = set.step(state, text.charCodeAt(i));
  return state;
}
