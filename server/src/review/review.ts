import {
  type ConfiguredRuleset,
  type ListItem,
  rivalRulesets,
} from "../core/configuration/model.ts";
import type { Meaning, Witness } from "../core/meaning/meaning.ts";
import type { RequestFields, RequestTrial } from "../core/trial.ts";
import { languageFor, onlyAction } from "../languages.ts";
import { type Clause, type ClauseContext, clausesOf } from "./clauses.ts";
import { type Condition, Conditions, type ListedTrial } from "./conditions.ts";
import { listsOf, ReviewGaps, withForgotten } from "./gaps.ts";
import { LineCounts, type RulesetSides } from "./lines.ts";
import { rulesetPairs, zoneName } from "./pairs.ts";
import { Questions } from "./questions.ts";
import { type RulesetFacts, reviewRuleset } from "./ruleset-review.ts";
import { Traces } from "./traced.ts";
import type { OutcomeReview, ReviewSide, RulesetReview } from "./types.ts";

export * from "./always/always.ts";
export * from "./always/change.ts";
export * from "./always/result.ts";
export * from "./claims.ts";
export { forbiddenIn } from "./forbid.ts";
export { wholeReview } from "./gaps.ts";
export { tracedOutcome } from "./traced.ts";
export type * from "./types.ts";

/** The changes in a ruleset, and the number of requests in the logs that they concern. */
export interface RulesetChange {
  readonly review: RulesetReview;
  /** The fields of requests that decide. */
  readonly fields: readonly string[];
  /** The rules that differ, on both sides: only requests that one of them may match can have another outcome. */
  readonly rules: readonly ChangedRule[];
  /** Counts a request of the logs, which several lines may be about. */
  readonly count: (request: RequestFields, lines?: number) => void;
  /** With what was counted. */
  readonly counted: () => RulesetReview;
}

export interface ChangedRule {
  readonly name: string;
  /** Undefined if the expression is not known, or has errors. */
  readonly trial: RequestTrial | undefined;
  readonly listItems: ListedTrial["listItems"];
}

/** The changes for requests between two configurations, ruleset by ruleset. */
export function reviewRulesets(
  before: ReviewSide,
  after: ReviewSide,
  /** The most work of the solver for each ruleset. */
  work?: number,
): readonly RulesetReview[] {
  return changesOf(before, after, work).map((it) => it.review);
}

export function changesOf(
  before: ReviewSide,
  given: ReviewSide,
  work?: number,
): readonly RulesetChange[] {
  const after = withForgotten(before, given);
  const shared = new Map<string, Condition>();
  const [was, is] = [
    readerOf(before, after, "before", shared),
    readerOf(after, before, "after", shared),
  ];
  const any = languageFor("rule").analyze("true", after.context).meaning?.() as Meaning;
  const traces = new Traces(before, after);
  const gaps = new ReviewGaps(before.configuration, after.configuration);
  const { pairs, counterparts } = rulesetPairs(before.configuration, after.configuration);
  const rivals = [before, after].flatMap((it) => rivalRulesets(it.configuration));
  return pairs.map((pair) => {
    const rival = rivals
      .find((all) => all.some((it) => it === pair.before || it === pair.after))
      ?.find((it) => it !== pair.before && it !== pair.after);
    const known = (pair.after ?? pair.before) as ConfiguredRuleset;
    const zone = zoneName(known, after.configuration) ?? zoneName(known, before.configuration);
    const answerTo = (it: Witness) =>
      "request" in it ? traces.answerTo(it, known.zone) : undefined;
    const hidingRule = (it: Witness) => {
      const name = answerTo(it);
      const rule = name === undefined ? undefined : traces.ruleNamed(name);
      return rule && is.conditions.of(rule);
    };
    const [earlier, later] = [was.clauses(pair.before), is.clauses(pair.after)];
    const facts: RulesetFacts = {
      gapsIf: (isChanged) =>
        gaps.changing({ ...gapTarget(known, [...earlier, ...later]), isChanged }),
      counterpartOf: (it) => counterparts.get(it),
      noRequests: pair.noRequests,
    };
    const found = reviewRuleset(earlier, later, new Questions(any, hidingRule, work), facts);
    const { outcomes, ...rest } = found.review;
    const noted = outcomes.map((it): OutcomeReview => {
      if (rival) return { ...it, proof: "unknown", note: rivalText(rival) };
      const by = it.proof === "witness" && it.witness ? answerTo(it.witness) : undefined;
      if (by === undefined) return it;
      return { ...it, note: `the visitor sees no difference: '${by}' answers` };
    });
    const review: RulesetReview = {
      level: known.level,
      ...(zone !== undefined && { zone }),
      ...(pair.after?.isForgotten &&
        !pair.before?.isForgotten && { leavesTerraform: true as const }),
      phase: known.phase,
      name: known.name ?? known.address ?? known.id ?? "",
      outcomes: noted,
      ...rest,
    };
    return changeWith(review, found.sides);
  });
}

/** Of rulesets of the same zone and phase, it is not known which one the requests arrive at. */
function rivalText({ address, name }: ConfiguredRuleset): string {
  return `unless the zone has ${address ?? (name ? `'${name}'` : "another ruleset")} instead`;
}

function gapTarget({ phase, level, kind }: ConfiguredRuleset, clauses: readonly Clause[]) {
  const executesOthers = clauses.some((it) => it.rule.action === "execute");
  return {
    phase,
    level,
    kind,
    executesOthers,
    lists: new Set(clauses.flatMap((it) => listsOf(it.rule))),
  };
}

function changeWith(review: RulesetReview, sides: RulesetSides): RulesetChange {
  const { before, after, changed, nameOf } = sides;
  const counts = new LineCounts(sides, review.zone);
  const clauses = changed.length > 0 ? [...before.clauses, ...after.clauses] : [];
  return {
    review,
    get fields() {
      const fields = clauses.flatMap(({ when }) => when.trials().flatMap((it) => it.fields));
      return [...new Set([...fields, "http.host"])];
    },
    get rules() {
      return changed.map((it): ChangedRule => {
        const [trial] = it.own.trials();
        return { name: nameOf(it), trial, listItems: trial?.listItems ?? {} };
      });
    },
    count: (request, lines) => counts.count(request, lines),
    counted: () => counts.added(review),
  };
}

interface SideReader {
  readonly conditions: Pick<Conditions, "of">;
  readonly clauses: (ruleset: ConfiguredRuleset | undefined) => readonly Clause[];
}

function readerOf(
  { configuration, context, sourceOf }: ReviewSide,
  other: ReviewSide,
  side: string,
  shared: Map<string, Condition>,
): SideReader {
  const { lists, rulesets } = configuration;
  const declared = Object.entries({ ...context.listItems });
  const known = lists.flatMap(({ name, items }) => (items ? [[name, items] as const] : []));
  const items = new Map<string, readonly ListItem[]>([...declared, ...known]);
  // Of a list that was not read whole, nothing is concluded from the items that were.
  for (const { mayChange } of configuration.gaps)
    if (typeof mayChange === "object" && "list" in mayChange) items.delete(mayChange.list);
  const ids = new Set(other.configuration.rulesets.map((it) => it.id));
  const from: ClauseContext = {
    side,
    mayBeGiven: (id) => ids.has(id),
    conditions: new Conditions(
      { context, lists: items, side, sourceOf: sourceOf ?? (() => undefined) },
      shared,
    ),
    rulesets,
    itemsOf: (it) => items.get(it),
    onlyAction,
  };
  const clauses: SideReader["clauses"] = (ruleset) => (ruleset ? clausesOf(ruleset, from) : []);
  return { conditions: from.conditions, clauses };
}
