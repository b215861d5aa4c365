import type { TrialText } from "../core/trial.ts";
import type { Span } from "../text/span.ts";
import type { EmbeddedContext } from "./embedded.ts";
import { takesAll } from "./rule-sets/read.ts";

/** The position of a rule in its rule set. */
export function placeIn(
  context: EmbeddedContext,
  { terminates }: TrialText,
): Pick<TrialText, "place"> {
  const { group = "", order, attribute, enabled } = context;
  if (order === undefined || attribute !== "expression") return {};
  const ends = takesAll(context, () => terminates === true);
  return { place: { set: group, order, terminates: ends && enabled !== false } };
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
