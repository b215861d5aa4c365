import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  type ListItem,
  UnknownPart,
} from "../core/configuration/model.ts";
import type { Meaning, Witness } from "../core/meaning/meaning.ts";
import type { RequestFields, RequestTrial } from "../core/trial.ts";
import { languageFor, onlyAction } from "../languages.ts";
import { cut } from "../text/shorten.ts";
import { partAt } from "../trace/configuration/parameters.ts";
import { type Clause, type ClauseContext, clausesOf } from "./clauses.ts";
import { type Condition, Conditions, type ListedTrial } from "./conditions.ts";
import { LineCounts, type RulesetSides } from "./lines.ts";
import { Questions } from "./questions.ts";
import { reviewRuleset } from "./ruleset-review.ts";
import { Traces } from "./traced.ts";
import type { OutcomeReview, ReviewSide, RulesetReview } from "./types.ts";

export { forbiddenIn } from "./forbid.ts";
export type * from "./types.ts";

/** What changes in a ruleset, and how many requests of the logs it concerns. */
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

/** What changes for requests between two configurations, ruleset by ruleset. */
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
  after: ReviewSide,
  work?: number,
): readonly RulesetChange[] {
  const shared = new Map<string, Condition>();
  const [was, is] = [readerOf(before, "before", shared), readerOf(after, "after", shared)];
  const any = languageFor("rule").analyse("true", after.context).meaning?.() as Meaning;
  const traces = new Traces(before, after);
  return rulesetPairs(before.configuration, after.configuration).map((pair) => {
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
    const found = reviewRuleset(earlier, later, new Questions(any, hidingRule, work));
    const { outcomes, ...rest } = found.review;
    const noted = outcomes.map((it): OutcomeReview => {
      const by = it.proof === "witness" && it.witness ? answerTo(it.witness) : undefined;
      if (by === undefined) return it;
      return { ...it, note: `the visitor sees no difference: '${by}' answers` };
    });
    const review: RulesetReview = {
      level: known.level,
      ...(zone !== undefined && { zone }),
      phase: known.phase,
      name: known.name ?? known.address ?? known.id ?? "",
      outcomes: noted,
      ...rest,
    };
    return changeWith(review, found.sides);
  });
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

/** Rules whose expressions are not known, counted by why. */
export function unknownRules({ configuration }: ReviewSide): readonly string[] {
  const counts = new Map<string, number>();
  for (const { expression } of configuration.rulesets.flatMap((it) => it.rules)) {
    const isUnknown = expression instanceof UnknownPart;
    if (!isUnknown && !expression.hasHoles) continue;
    const why = isUnknown ? cut(expression.source) : "filled in later";
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(
    ([why, count]) =>
      `${count} ${count === 1 ? "rule" : "rules"} with an unknown expression (${why})`,
  );
}

interface SideReader {
  readonly conditions: Conditions;
  readonly clauses: (ruleset: ConfiguredRuleset | undefined) => readonly Clause[];
}

function readerOf(
  { configuration, context, sourceOf }: ReviewSide,
  side: string,
  shared: Map<string, Condition>,
): SideReader {
  const { lists, rulesets } = configuration;
  const declared = Object.entries({ ...context.listItems });
  const known = lists.flatMap(({ name, items }) => (items ? [[name, items] as const] : []));
  const items = new Map<string, readonly ListItem[]>([...declared, ...known]);
  const from: ClauseContext = {
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

interface RulesetPair {
  readonly before: ConfiguredRuleset | undefined;
  readonly after: ConfiguredRuleset | undefined;
}

/** Those of the same zone and phase; of several, those with the same address, ID or name, then in their order. */
function rulesetPairs(before: Configuration, after: Configuration): readonly RulesetPair[] {
  const pairs: RulesetPair[] = [];
  const others = grouped(before);
  for (const [key, all] of grouped(after)) {
    const left = new Set(others.get(key) ?? []);
    others.delete(key);
    const found = new Map<ConfiguredRuleset, ConfiguredRuleset>();
    for (const name of ["address", "id", "name"] as const)
      for (const it of all) {
        if (found.has(it) || it[name] === undefined) continue;
        const other = [...left].find((one) => one[name] === it[name]);
        if (!other) continue;
        found.set(it, other);
        left.delete(other);
      }
    for (const it of all) {
      const [next] = left;
      const other = found.get(it) ?? next;
      if (other) left.delete(other);
      pairs.push({ before: other, after: it });
    }
    for (const it of left) pairs.push({ before: it, after: undefined });
  }
  for (const all of others.values())
    for (const it of all) pairs.push({ before: it, after: undefined });
  return pairs;
}

/** Rulesets that others execute are part of those. */
function grouped(configuration: Configuration): Map<string, ConfiguredRuleset[]> {
  const { rulesets } = configuration;
  const executed = new Set(
    rulesets.flatMap(({ rules }) => rules.map(executedId)).filter((it) => it !== undefined),
  );
  const found = new Map<string, ConfiguredRuleset[]>();
  for (const it of rulesets) {
    const { level, phase, kind, id, address } = it;
    const isEntry = kind === "zone" || kind === "root";
    const isExecuted = executed.has(id ?? "") || executed.has(`${address}.id`);
    if (!isEntry && isExecuted) continue;
    const key = JSON.stringify([level, zoneName(it, configuration), phase, isEntry]);
    found.set(key, [...(found.get(key) ?? []), it]);
  }
  return found;
}

function executedId({ action, parameters }: ConfiguredRule): string | undefined {
  const id = action === "execute" ? partAt(parameters, "id") : undefined;
  if (id instanceof UnknownPart) return id.source;
  return typeof id === "string" ? id : undefined;
}

function zoneName({ zone }: ConfiguredRuleset, { zones }: Configuration): string | undefined {
  return zone !== undefined && Object.hasOwn(zones, zone) ? zones[zone] : zone;
}
