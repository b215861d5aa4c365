import type { Outcome, RulePlace } from "../core/trial.ts";
import type { TriedText } from "./subject.ts";

/** The certain facts, and the possible ones where a result is undetermined. */
export interface Reach {
  /** No earlier rule of the set ended the evaluation. */
  readonly isReached: boolean;
  readonly mayBeReached: boolean;
  /** The rule is reached and matches, and its action is taken. */
  readonly acts: boolean;
  readonly mayAct: boolean;
}

interface SetState {
  /** The order of the last rule. */
  order: number;
  hasEnded: boolean;
  mayHaveEnded: boolean;
}

const start: SetState = { order: -1, hasEnded: false, mayHaveEnded: false };

/** Follows one request through rule sets. The rules of a set must be added in their order. */
export class RuleOrder {
  private readonly sets = new Map<string, SetState>();
  private readonly states = new Map<TriedText, SetState>();

  /** Starts with another request. */
  restart(): void {
    for (const it of this.sets.values()) Object.assign(it, start);
  }

  /** Undefined for a rule that is not in a set. A rule that cannot be evaluated is undetermined. */
  add(tried: TriedText, outcome: Outcome): Reach | undefined {
    const { place } = tried;
    if (!place) return undefined;
    const state = this.states.get(tried) ?? this.stateOf(tried, place);
    // The host fills in the rules between.
    if (place.order > state.order + 1) state.mayHaveEnded = true;
    const reach = reachOf(place, outcome, state);
    state.order = place.order;
    state.hasEnded ||= place.terminates && reach.acts;
    const mayEnd = place.terminates || place.unknownAction !== undefined;
    state.mayHaveEnded ||= mayEnd && reach.mayAct;
    return reach;
  }

  private stateOf(tried: TriedText, { set }: RulePlace): SetState {
    // Rule sets in different files may have the same name.
    const key = JSON.stringify([tried.subject.file, set]);
    const state = this.sets.get(key) ?? { ...start };
    this.sets.set(key, state);
    this.states.set(tried, state);
    return state;
  }
}

function reachOf({ acts }: RulePlace, outcome: Outcome, state: SetState): Reach {
  const mayBeReached = !state.hasEnded;
  const isReached = mayBeReached && !state.mayHaveEnded;
  return {
    isReached,
    mayBeReached,
    acts: isReached && outcome === true && acts === "always",
    mayAct: mayBeReached && outcome !== false && acts !== "never",
  };
}
