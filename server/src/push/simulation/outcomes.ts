import type { WriteRequest } from "../../api/calls.ts";
import { configurationIn, type FileContext } from "../../languages.ts";
import {
  blamedText,
  type OutcomeReview,
  outcomesText,
  pushedText,
  type ReviewSide,
  type RulesetReview,
  reviewRulesets,
  tracedOutcome,
} from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { cutTo } from "../../text/shorten.ts";
import { isPlaceholder } from "./announcement.ts";
import type { SimulatedSession } from "./session.ts";

/** About a second: someone waits for the question. */
const work = 6_000_000;
const mostPairs = 4;

/** The rulesets that a simulation has read, before its calls and after each of them, as documents. New rules have the paths of their files as IDs. */
export function versionsOf({
  lock,
  place,
  service,
}: SimulatedSession): readonly [before: string, ...after: string[]] {
  const files = lock.entries(place.profile).filter(([, { rule }]) => isPlaceholder(rule));
  const [before = "", ...after] = service.states().map((rulesets) => JSON.stringify({ rulesets }));
  const named = (text: string) =>
    files.reduce(
      (whole, [path, { rule }]) =>
        whole.replaceAll(JSON.stringify(rule), () => JSON.stringify(path)),
      text,
    );
  return [before, ...after.map(named)];
}

/** Empty if no rule is changed. `from`: how many calls were made earlier. */
export function reviewsOf(
  session: SimulatedSession,
  path: string,
  from = 0,
): readonly RulesetReview[] {
  const [before = "", ...later] = versionsOf(session).slice(from);
  const after = later.at(-1) ?? before;
  if (before === after) return [];
  const context = session.contextFor(path);
  return reviewRulesets(sideOf(before, context), sideOf(after, context), work);
}

function sideOf(text: string, context: FileContext): ReviewSide {
  return { configuration: configurationIn(text, "service.json"), context };
}

/**
 * Requests that are open between two calls, although they are protected before and after all of them, in sentences: two rules may
 * exchange what they match. `paths` are the files of the calls.
 */
export function openBetween(
  session: SimulatedSession,
  paths: readonly string[],
): readonly string[] {
  const states = versionsOf(session);
  const [before] = states;
  const after = states.at(-1) ?? before;
  const last = states.findLastIndex((it, i) => it !== states[i - 1]);
  const opening = states.flatMap((state, i) => {
    const call = session.service.calls[i - 1];
    return call && i < last && state !== states[i - 1] && mayOpen(call) ? [i] : [];
  });
  if (opening.length === 0) return [];
  if (opening.length > mostStates)
    return ["Weir did not check whether requests are open between the calls."];
  const context = session.contextFor(paths[0] ?? "");
  const effort = work / (2 * opening.length);
  const [first, end] = [sideOf(before, context), sideOf(after, context)];
  for (const i of opening) {
    const between = sideOf(states[i] ?? "", context);
    const opened = outcomesIn(
      reviewRulesets(first, between, effort),
      (it) => !isOpen(it.from) && isOpen(it.to),
    );
    const closed = outcomesIn(
      reviewRulesets(between, end, effort),
      (it) => isOpen(it.from) && !isOpen(it.to),
    );
    const example =
      opened.find((it) => isProtected(it, end)) ?? closed.find((it) => isProtected(it, first));
    if (!example) continue;
    const next = paths.slice(i).find((it) => it !== paths[i - 1]);
    const where =
      next === undefined
        ? `While '${paths[i - 1]}' is pushed`
        : `After the call for '${paths[i - 1]}' and before that for '${next}'`;
    return [
      printable(
        cutTo(
          `${where}, requests are open that are protected before and after: ${exampleText(example)}`,
          300,
        ),
      ),
    ];
  }
  return [];
}

const mostStates = 12;

/** Calls that only add protection open nothing. */
function mayOpen({ method, body }: WriteRequest): boolean {
  return method !== "POST" || /"action":"(skip|allow|bypass)"/.test(JSON.stringify(body));
}

function isOpen(outcome: string): boolean {
  return outcome.startsWith("allow");
}

function outcomesIn(
  reviews: readonly RulesetReview[],
  fits: (outcome: OutcomeReview) => boolean,
): readonly OutcomeReview[] {
  return reviews.flatMap((it) => it.outcomes).filter((it) => it.proof === "witness" && fits(it));
}

/** Whether the example of an outcome is stopped on another side. */
function isProtected({ witness }: OutcomeReview, side: ReviewSide): boolean {
  const outcome = witness && tracedOutcome(witness, side);
  return outcome !== undefined && /^(block|challenge)/.test(outcome.kind);
}

/** The changes that calls make for requests. */
export interface Outcomes {
  /** The first one says all that has to be known. */
  readonly sentences: readonly string[];
  /** Requests that were blocked or challenged, and are no longer. */
  readonly opened?: string | undefined;
}

export function outcomesOf(
  session: SimulatedSession,
  path: string,
  count: number | "alone",
  from = 0,
): Outcomes {
  const rulesets = reviewsOf(session, path, from);
  if (rulesets.length === 0) return { sentences: [] };
  const outcomes = rulesets.flatMap((it) => it.outcomes);
  const pairs = outcomes.map((it) => outcomesText(it, 40));
  // Rulesets of several phases may have the same pair.
  const kinds = [...new Set(pairs)];
  const more = kinds.length > mostPairs ? ` and ${kinds.length - mostPairs} more` : "";
  const sentences = [
    pushedText(rulesets, `${kinds.slice(0, mostPairs).join(", ")}${more}`, count),
    ...outcomes.slice(0, mostPairs).map((it, at) => `${pairs[at]}: ${exampleText(it)}`),
  ];
  const [opening] = outcomesIn(rulesets, (it) => /block|challenge/.test(it.from) && isOpen(it.to));
  const opened = opening && `Opens requests that were stopped, ${exampleText(opening)}.`;
  const shown = (text: string) => printable(cutTo(text, 300));
  return { sentences: sentences.map(shown), opened: opened && shown(opened) };
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
