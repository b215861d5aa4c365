import { rulesetKey } from "../../core/configuration/order.ts";
import type { TrialText } from "../../core/trial.ts";
import type { Span } from "../../text/span.ts";
import { type AnalyzedText, usedAnalysis } from "../analyzed-text.ts";
import type { EmbeddedContext } from "../embedded.ts";
import { endsSet, isAlwaysTaken } from "./ordered-rules.ts";

/** `hereOf` gives the place in the document for one in another file. */
export function trialsOf(
  all: readonly AnalyzedText[],
  host: string,
  hereOf: (place: Span, context: EmbeddedContext) => Span,
): readonly TrialText[] {
  const texts = all.flatMap((text) => {
    const { context } = text;
    return usedAnalysis(text)
      .trials()
      .map((it) => ({ ...it, region: hereOf(it.region, context), ...placeIn(host, context, it) }));
  });
  return texts.map((it) => (it.isFilterInHost ? { ...it, ...filterWithin(it.region, texts) } : it));
}

/** The position of a rule in its rule set. */
function placeIn(
  host: string,
  context: EmbeddedContext,
  { terminates }: TrialText,
): Pick<TrialText, "place"> {
  const { order, attribute, effect, ref, description } = context;
  if (order === undefined || attribute !== "expression") return {};
  const isEnabled = effect?.().isEnabled;
  const isCertain = isEnabled && isAlwaysTaken(context);
  const action = terminates === undefined ? actionIn(host, context) : undefined;
  const name = [ref, description].map((it) => it?.replace(/\s+/g, " ").trim()).find((it) => it);
  return {
    place: {
      set: rulesetKey(context),
      order,
      acts: isEnabled === false ? "never" : isCertain ? "always" : "maybe",
      terminates: endsSet(context, () => terminates === true),
      ...(action !== undefined && { unknownAction: action }),
      ...(name !== undefined && { name }),
    },
  };
}

/** The action as written. Where a rule has none, its place decides what it does. */
function actionIn(host: string, { object }: EmbeddedContext): string | undefined {
  const value = object?.entries.findLast((it) => it.name === "action")?.value;
  if (!value) return undefined;
  const literal = value.kind === "value" ? value.literal() : undefined;
  return literal === undefined
    ? host.slice(value.start, value.end).replace(/\s+/g, " ").trim()
    : String(literal);
}

/** The trial of the filter inside a job of the host. */
function filterWithin(
  job: Span,
  texts: readonly (TrialText & { readonly region: Span })[],
): Partial<TrialText> {
  const found = texts.find(
    (it) => it.region.start > job.start && it.region.end <= job.end && !it.isFilterInHost,
  );
  if (found?.trial) return { trial: found.trial, ...(found.test && { test: found.test }) };
  return { error: found?.error ?? "The filter is filled in later, so the job cannot be tried." };
}
