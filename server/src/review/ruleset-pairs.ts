import {
  type Configuration,
  type ConfiguredRuleset,
  type Part,
  UnknownPart,
} from "../core/configuration/model.ts";
import { partAt } from "../trace/configuration/parameters.ts";
import { executedRuleset } from "./clauses.ts";

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
 * Entry points, and rulesets that no rule executes on either side. Others are part of those that execute them: that a ruleset
 * is executed or not changes nothing in itself.
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

/** Those of the same zone and phase; of several, those with the same address, ID or name, then in their order. */
function allPairs(before: Configuration, after: Configuration): readonly Versions[] {
  const pairs: Versions[] = [];
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

/** The rulesets that rules of entry points execute, and those that these execute. */
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
