import type { Pattern } from "./pattern-states.ts";

/**
 * A set of texts as a deterministic automaton, whose states are numbers and are made as they are needed. The units of a text
 * are bytes or UTF-16 code units, whichever the language compares.
 */
export interface TextSet {
  /** Sets with the same key are the same. */
  readonly key: string;
  readonly start: number;
  step(state: number, unit: number): number;
  accepts(state: number): boolean;
  /** A lower bound for the units that are missing to a member; infinite if none can be reached. */
  distance(state: number): number;
  /** Whether every continuation is a member. */
  isFull(state: number): boolean;
  /** Units of the same class are alike in every state. */
  classOf(unit: number): number;
  /** With the ASCII units, at least one unit of each class; of a class with several ranges, one of each range. */
  readonly units: readonly number[];
  /** What a step may cost, compared with reading a table. */
  readonly cost?: number;
  /** A shortest member, if it is obvious. */
  readonly sample?: string;
  /** The pattern that the set is given by. */
  readonly pattern?: Pattern;
  /** All members, if there are few. */
  readonly members?: readonly string[];
}

/** So many members are compared faster than the automaton reads a text. */
const fewMembers = 8;

export function includes(set: TextSet, text: string): boolean {
  const { members } = set;
  if (members && members.length <= fewMembers) return members.includes(text);
  let state = set.start;
  for (let i = 0; i < text.length; i++) state = set.step(state, text.charCodeAt(i));
  return set.accepts(state);
}
