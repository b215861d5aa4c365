import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  type ListItem,
  UnknownPart,
} from "../core/configuration/model.ts";
import type { Meaning } from "../core/solver/meaning.ts";
import { languageFor, onlyAction } from "../languages.ts";
import { cut } from "../text/shorten.ts";
import { partAt } from "../trace/configuration/parameters.ts";
import { type Clause, type ClauseContext, clausesOf } from "./clauses.ts";
import { type Condition, Conditions } from "./conditions.ts";
import type { ReviewSide } from "./review-side.ts";
import { reviewRuleset } from "./ruleset-review.ts";
import { Traces } from "./traced.ts";
import type { OutcomeReview, RulesetReview } from "./types.ts";

export { type Forbidden, forbiddenIn, readForbidden } from "./forbid.ts";
export type * from "./review-side.ts";
export type * from "./types.ts";

/** What changes for requests between two configurations, ruleset by ruleset. */
export function reviewRulesets(before: ReviewSide, after: ReviewSide): readonly RulesetReview[] {
  const shared = new Map<string, Condition>();
  const [was, is] = [readerOf(before, "before", shared), readerOf(after, "after", shared)];
  const any = languageFor("rule").analyse("true", after.context).meaning?.() as Meaning;
  const traces = new Traces(before, after);
  return rulesetPairs(before.configuration, after.configuration).map((pair) => {
    const known = (pair.after ?? pair.before) as ConfiguredRuleset;
    const zone = zoneName(known, after.configuration) ?? zoneName(known, before.configuration);
    const { outcomes, ...rest } = reviewRuleset(was(pair.before), is(pair.after), any);
    const noted = outcomes.map((it): OutcomeReview => {
      const note = it.witness && traces.noteOf(it.witness, known.zone);
      return note === undefined ? it : { ...it, note };
    });
    return {
      level: known.level,
      ...(zone !== undefined && { zone }),
      phase: known.phase,
      name: known.name ?? known.address ?? known.id ?? "",
      outcomes: noted,
      ...rest,
    };
  });
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

function readerOf(
  { configuration, context, sourceOf }: ReviewSide,
  side: string,
  shared: Map<string, Condition>,
): (ruleset: ConfiguredRuleset | undefined) => readonly Clause[] {
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
  return (ruleset) => (ruleset ? clausesOf(ruleset, from) : []);
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
