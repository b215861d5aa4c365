import type { ConfiguredRule, SourcePlace } from "../core/configuration/model.ts";
import type { RuleResult, TraceRule, TraceSource } from "./types.ts";

interface Known {
  /** The part that is the same for every request. */
  readonly base: Omit<TraceRule, "result">;
  /** Most rules say the same of many requests. */
  last?: TraceRule;
}

const none: readonly string[] = [];

const known = new WeakMap<ConfiguredRule, Known>();

/** The part of a trace about a rule. */
export function ruleResult(
  rule: ConfiguredRule,
  result: RuleResult,
  because?: string,
  effect?: string,
  notes: readonly string[] = none,
): TraceRule {
  let found = known.get(rule);
  if (!found) {
    found = { base: baseOf(rule) };
    known.set(rule, found);
  }
  const why = because === "" ? undefined : because;
  const { base, last } = found;
  const isLast = last?.result === result && last.because === why && last.effect === effect;
  if (isLast && notes.length === 0 && !last.notes) return last;
  const made: { -readonly [Key in keyof TraceRule]: TraceRule[Key] } = { ...base, result };
  if (why !== undefined) made.because = why;
  if (effect !== undefined) made.effect = effect;
  if (notes.length > 0) made.notes = notes;
  found.last = made;
  return made;
}

function baseOf({ ref, id, description, action, place }: ConfiguredRule): Known["base"] {
  return {
    ...(ref !== undefined && { ref }),
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(typeof action === "string" && action !== "" && { action }),
    ...(place && { source: sourceOf(place) }),
  };
}

function sourceOf({ path, range, address }: SourcePlace): TraceSource {
  return { path, ...(range && { range }), ...(address !== undefined && { address }) };
}
