import { configurationIn } from "../../languages.ts";
import {
  blamedText,
  type OutcomeReview,
  outcomesText,
  pushedText,
  type RulesetReview,
  reviewRulesets,
} from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { cutTo } from "../../text/shorten.ts";
import { isPlaceholder } from "./announcement.ts";
import type { SimulatedSession } from "./session.ts";

/** About a second: someone waits for the question. */
const work = 6_000_000;
const mostPairs = 4;

/** The rulesets that a simulation has read, before and after its calls, as a document. New rules have the paths of their files as IDs. */
export function versionsOf({
  lock,
  place,
  service,
}: SimulatedSession): readonly [before: string, after: string] {
  const files = lock.entries(place.profile).filter(([, { rule }]) => isPlaceholder(rule));
  const [before, after] = service.versions().map((rulesets) => JSON.stringify({ rulesets }));
  const named = files.reduce(
    (text, [path, { rule }]) => text.replaceAll(JSON.stringify(rule), () => JSON.stringify(path)),
    after ?? "",
  );
  return [before ?? "", named];
}

/** Empty if no rule is changed. */
export function reviewsOf(session: SimulatedSession, path: string): readonly RulesetReview[] {
  const context = session.contextFor(path);
  const [before, after] = versionsOf(session);
  if (before === after) return [];
  const sideOf = (text: string) => ({
    configuration: configurationIn(text, "service.json"),
    context,
  });
  return reviewRulesets(sideOf(before), sideOf(after), work);
}

/** What the calls of a simulation change for requests, in sentences. The first one says all that has to be known. */
export function outcomeSentences(
  session: SimulatedSession,
  path: string,
  count: number,
): readonly string[] {
  const rulesets = reviewsOf(session, path);
  if (rulesets.length === 0) return [];
  const outcomes = rulesets.flatMap((it) => it.outcomes);
  const pairs = outcomes.map((it) => outcomesText(it, 40));
  const more = pairs.length > mostPairs ? ` and ${pairs.length - mostPairs} more` : "";
  return [
    pushedText(rulesets, `${pairs.slice(0, mostPairs).join(", ")}${more}`, count),
    ...outcomes.slice(0, mostPairs).map((it, at) => `${pairs[at]}: ${exampleText(it)}`),
  ].map((it) => printable(cutTo(it, 300)));
}

function exampleText(outcome: OutcomeReview): string {
  const { witness, proof } = outcome;
  if (!witness || proof !== "witness")
    return `cannot be excluded, because of ${blamedText(outcome, (it) => `'${it}'`)}`;
  const fields = Object.entries(witness.fields).map(
    ([name, it]) => `${name}=${JSON.stringify(it)}`,
  );
  return `such as ${[witness.request, ...fields].join(" ")}`;
}
