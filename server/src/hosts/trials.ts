import type { TrialText } from "../core/trial.ts";
import type { Span } from "../text/span.ts";
import type { EmbeddedContext } from "./embedded.ts";
import { endsSet, isAlwaysTaken } from "./rule-sets/read.ts";

/** The position of a rule in its rule set. */
export function placeIn(
  context: EmbeddedContext,
  { terminates }: TrialText,
): Pick<TrialText, "place"> {
  const { group, phase, kind, order, attribute, effect } = context;
  if (order === undefined || attribute !== "expression") return {};
  const isEnabled = effect?.().isEnabled;
  const isCertain = isEnabled && isAlwaysTaken(context);
  return {
    place: {
      set: JSON.stringify([group, phase, kind]),
      order,
      acts: isEnabled === false ? "never" : isCertain ? "always" : "maybe",
      terminates: endsSet(context, () => terminates === true),
    },
  };
}

/** The trial of the filter inside a job of the host. */
export function filterWithin(
  job: Span,
  texts: readonly (TrialText & { readonly region: Span })[],
): Partial<TrialText> {
  const found = texts.find(
    (it) => it.region.start > job.start && it.region.end <= job.end && !it.isFilterInHost,
  );
  if (found?.trial) return { trial: found.trial, ...(found.test && { test: found.test }) };
  return { error: found?.error ?? "The filter is filled in later, so the job cannot be tried." };
}
