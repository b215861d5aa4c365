import { type Key, Pairing } from "../compare/pairing.ts";
import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  type Part,
  UnknownPart,
} from "../core/configuration/model.ts";
import { isRule } from "../languages.ts";
import { partAt } from "../trace/configuration/parameters.ts";
import { type Clause, executedRuleset, nameOfExecuted } from "./clauses.ts";
import { canonical } from "./effects.ts";

/** A rule in both versions, or in one of them. */
export interface Pair {
  readonly before: Clause | undefined;
  readonly after: Clause | undefined;
}

/** Pairs rules by what identifies them, then by what they say, then by what they mean, and what is left by its place. */
export function pairsOf(before: readonly Clause[], after: readonly Clause[]): readonly Pair[] {
  const pairing = new Pairing(after, before);
  for (const key of keys) pairing.byKey((it) => withPlace(it, key(it)), "in order");
  const isAlike = (a: Clause, b: Clause) => mayBeSame(a, b) && effectKey(a) === effectKey(b);
  pairing.byMeaning((it) => it.own.meanings[0], isAlike, mostCompared);
  pairing.byPlace(() => "", mayBeEdited);
  return pairing.pairs().map(({ now, before }) => ({ before, after: now }));
}

/** Limits the number of proofs. */
const mostCompared = 40;

function named(name: keyof Pick<ConfiguredRule, "ref" | "id" | "description">): Key<Clause> {
  return ({ rule }) => rule[name] || undefined;
}

const keys: readonly Key<Clause>[] = [
  named("ref"),
  named("id"),
  // A file has one rule. Of two folders, its name in both is the same.
  ({ rule }) => ownFile(rule),
  (it) => JSON.stringify([it.own.key, it.rule.description, effectKey(it)]),
  (it) => JSON.stringify([it.own.key, effectKey(it)]),
  (it) => it.own.key,
  named("description"),
  ({ rule }) => ownFile(rule)?.replace(/^.*\//, ""),
];

function ownFile({ place }: ConfiguredRule): string | undefined {
  return place && isRule(place.path) ? place.path : undefined;
}

function withPlace({ within, rule }: Clause, key: string | undefined): string | undefined {
  return key && JSON.stringify([within, rule.action === "execute", key]);
}

/** The effect of the rule, apart from its condition. */
export function effectKey(clause: Clause): string {
  const { effect, rule, isEnabled } = clause;
  const { ends, endsPhase, marks, settings } = effect;
  // Of actions that a visitor does not notice, only what they are.
  const quiet = ends || marks.length > 0 || settings.size > 0 ? undefined : rule.action;
  return canonical([
    isEnabled ?? "unknown",
    ends?.key,
    endsPhase,
    marks.map((it) => it.key),
    [...settings].map(([name, it]) => [name, it.key]).sort(),
    quiet,
    executionOf(clause),
  ]);
}

/** The ruleset that a rule executes, and how. The ID may be another one, if the ruleset was created again. */
export function executionOf({ executes, rule }: Clause): readonly Part[] | undefined {
  if (!executes) return undefined;
  return [nameOfExecuted(executes), partAt(rule.parameters, "overrides") ?? ""];
}

/** Whether nothing tells them apart. An ID or a ref changes when a rule is created again. */
function mayBeSame(a: Clause, b: Clause): boolean {
  return a.within === b.within && (a.rule.action === "execute") === (b.rule.action === "execute");
}

function mayBeEdited(a: Clause, b: Clause): boolean {
  const agree = (x: unknown, y: unknown) => x === undefined || y === undefined || x === y;
  const { rule: one } = a;
  const { rule: other } = b;
  const isNamedAlike = agree(one.ref, other.ref) && agree(one.description, other.description);
  return mayBeSame(a, b) && isNamedAlike && one.action === other.action;
}

export interface RulesetPair {
  readonly before: ConfiguredRuleset | undefined;
  readonly after: ConfiguredRuleset | undefined;
  /** On both sides, the rulesets that may execute it were read, and do not. */
  readonly noRequests: boolean;
}

export interface RulesetPairs {
  readonly pairs: readonly RulesetPair[];
  /** The other version of the rulesets that both sides have. */
  readonly counterparts: ReadonlyMap<ConfiguredRuleset, ConfiguredRuleset>;
}

/**
 * Entry points, and rulesets that no rule executes on either side. Others are part of the rulesets that execute them: that a
 * ruleset is executed or not changes nothing in itself.
 */
export function rulesetPairs(before: Configuration, after: Configuration): RulesetPairs {
  const all = allPairs(before, after);
  const executed = new Set([...executedIn(before), ...executedIn(after)]);
  const isApart = ({ before: one, after: other }: Versions) =>
    ![one, other].some((it) => it && executed.has(it));
  const pairs = all.filter(isApart).map((pair): RulesetPair => {
    const ruleset = pair.after ?? pair.before;
    const noRequests = [before, after].every((it) => ruleset && isNeverExecuted(ruleset, it));
    return { ...pair, noRequests };
  });
  const counterparts = new Map(
    all.flatMap(({ before: one, after: other }) =>
      one && other
        ? ([
            [one, other],
            [other, one],
          ] as const)
        : [],
    ),
  );
  return { pairs, counterparts };
}

type Versions = Pick<RulesetPair, "before" | "after">;

/**
 * The rulesets of the same zone and phase. Of several, first the ones of the same file, with the same address, ID or name,
 * then in their order.
 */
function allPairs(before: Configuration, after: Configuration): readonly Versions[] {
  const pairs: Versions[] = [];
  const others = grouped(before);
  for (const [key, all] of grouped(after)) {
    const left = new Set(others.get(key) ?? []);
    others.delete(key);
    const found = new Map<ConfiguredRuleset, ConfiguredRuleset>();
    for (const name of ["address", "id", "name"] as const)
      for (const [it, other] of samePairs(all, [...left], name)) {
        if (found.has(it) || !left.has(other)) continue;
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

/** The versions of rulesets that have the same name, in the same file first. */
function samePairs(
  all: readonly ConfiguredRuleset[],
  others: readonly ConfiguredRuleset[],
  name: "address" | "id" | "name",
): readonly (readonly [ConfiguredRuleset, ConfiguredRuleset])[] {
  const isFew = all.length * others.length < 10_000;
  return all
    .flatMap((it) =>
      others
        .filter((one) => it[name] !== undefined && one[name] === it[name])
        .map((one) => ({ it, one, shared: isFew ? sharedFolders(it, one) : 0 })),
    )
    .sort((a, b) => b.shared - a.shared)
    .map(({ it, one }) => [it, one]);
}

/** How many names at the end of the paths of their files are equal. */
function sharedFolders(...both: readonly [ConfiguredRuleset, ConfiguredRuleset]): number {
  const [one = [], other = []] = both.map(({ rules: [first] }) =>
    (first?.place?.path ?? "").split("/").reverse(),
  );
  const differs = one.findIndex((it, index) => it !== other[index]);
  return one[0] === "" ? 0 : differs === -1 ? one.length : differs;
}

function grouped(configuration: Configuration): Map<string, ConfiguredRuleset[]> {
  const found = new Map<string, ConfiguredRuleset[]>();
  for (const it of configuration.rulesets) {
    const key = JSON.stringify([it.level, zoneName(it, configuration), it.phase, isEntry(it)]);
    found.set(key, [...(found.get(key) ?? []), it]);
  }
  return found;
}

function isEntry({ kind }: ConfiguredRuleset): boolean {
  return kind === "zone" || kind === "root";
}

/** The rulesets that rules of entry points execute, and the rulesets that these execute. */
function executedIn({ rulesets }: Configuration): ReadonlySet<ConfiguredRuleset> {
  const found = new Set<ConfiguredRuleset>();
  const visit = (ruleset: ConfiguredRuleset): void => {
    for (const rule of ruleset.rules) {
      if (rule.action !== "execute" || rule.enabled === false) continue;
      const target = executedRuleset(rule, ruleset, rulesets);
      if (!target || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  rulesets.filter(isEntry).forEach(visit);
  return found;
}

/** A custom ruleset is executed by the entry point of its phase and level only. If that was not read, requests may arrive. */
function isNeverExecuted(ruleset: ConfiguredRuleset, { rulesets }: Configuration): boolean {
  const { kind, phase, level, id } = ruleset;
  if (kind !== "custom") return false;
  const entries = rulesets.filter((it) => isEntry(it) && it.phase === phase && it.level === level);
  const mayBeIt = (it: Part | undefined) => typeof it !== "string" || it === id;
  const isExecuted = rulesets
    .filter((it) => it.phase === phase)
    .flatMap((it) => it.rules)
    .some(({ action, parameters, enabled }) => {
      const mayExecute = action === "execute" || action instanceof UnknownPart;
      return mayExecute && enabled !== false && mayBeIt(partAt(parameters, "id"));
    });
  return entries.length > 0 && !entries.some((it) => it.isPartial) && !isExecuted;
}

export function zoneName(
  { zone }: ConfiguredRuleset,
  { zones }: Configuration,
): string | undefined {
  return zone !== undefined && Object.hasOwn(zones, zone) ? zones[zone] : zone;
}
