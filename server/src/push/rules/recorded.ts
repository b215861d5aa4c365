import type { RulesetRule } from "../../api/shapes.ts";
import { done, type LockEntry, type RecordedRules } from "../../workspace/lock/lock.ts";
import { hasHash, stateOf } from "../plan/settings.ts";
import { isAt, locationOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { canHaveFile, type RulesetsInScope, type RunningRuleset } from "./in-scope.ts";
import { extraIn, recordOrder, rulesetSettings, wholeRulesetRule } from "./ruleset-work.ts";

/**
 * Rules that no file can have, such as rules that execute managed rulesets. A pull records them in the lock file, so that
 * later changes of them are seen.
 */

/** A ruleset with such rules, now or at the last pull. */
export interface RecordedRuleset {
  readonly id: string;
  readonly phase: string;
  /** Undefined if it no longer runs. */
  readonly running: RunningRuleset | undefined;
  /** The record that a pull would write; undefined without such rules. */
  readonly now: RecordedRules | undefined;
  readonly fresh: readonly RulesetRule[];
  readonly changed: readonly RulesetRule[];
  readonly same: readonly RulesetRule[];
  /** The IDs of rules that no longer run. */
  readonly gone: readonly string[];
  /** Also if rules with files have moved. */
  readonly isReordered: boolean;
}

export function recordedRulesets(session: Session, inScope: RulesetsInScope): RecordedRuleset[] {
  const recorded = session.lock.recorded();
  const running = inScope.rulesets.map((it) =>
    compared(it.ruleset.id, recorded[it.ruleset.id], it, session),
  );
  const left = Object.entries(recorded).filter(
    ([id, it]) => inScope.rulesets.every(({ ruleset }) => ruleset.id !== id) && isCovered(id, it),
  );
  const gone = left.map(([id, it]) => compared(id, it, undefined, session));
  return [...running, ...gone].filter(
    (it) => it.now !== undefined || it.gone.length > 0 || it.isReordered,
  );

  /** Whether all rulesets of its kind were read, so that it no longer runs. */
  function isCovered(id: string, was: RecordedRules): boolean {
    const { place } = session;
    const { notRead } = inScope;
    const scope =
      was.zone === undefined ? { account_id: was.account ?? "" } : { zone_id: was.zone };
    const location = locationOf(place, "rulesets", scope);
    return (
      isAt({ ...was, target: "rulesets", state: "" }, location) &&
      (was.zone === undefined ? was.account === place.account : was.zone === place.zone) &&
      place.phases?.includes(was.phase) !== false &&
      // A ruleset that was not read may execute it.
      notRead.every((it) => it.ruleset && it.ruleset.id !== id && it.ruleset.phase !== was.phase)
    );
  }
}

function compared(
  id: string,
  was: RecordedRules | undefined,
  running: RunningRuleset | undefined,
  { place, lock }: Session,
): RecordedRuleset {
  const rules = running?.ruleset.rules ?? [];
  const own = running ? rules.filter((it) => !canHaveFile(running, it)) : [];
  const rows = new Map((was?.rules ?? []).map((it) => [it.split(" ")[0] ?? "", it]));
  const fits = (rule: RulesetRule) => rows.get(rule.id) === rowOf(rule);
  const old = own.filter((it) => rows.has(it.id));
  // The lock file has the whole order of a ruleset with files.
  const past = lock.orders()[id] ?? [...rows.keys()];
  const phase = String(running?.ruleset.phase ?? was?.phase);
  return {
    id,
    phase,
    running,
    now: running && own.length > 0 ? recordOf(running, own.map(rowOf), phase, place) : undefined,
    fresh: own.filter((it) => !rows.has(it.id)),
    changed: old.filter((it) => !fits(it)),
    same: old.filter(fits),
    gone: [...rows.keys()].filter((it) => rules.every((rule) => rule.id !== it)),
    isReordered: isReordered(past, rules),
  };
}

/** Whether rules run in another order than before. New and deleted ones do not count. */
function isReordered(past: readonly string[], rules: readonly RulesetRule[]): boolean {
  const now = rules.map((it) => it.id).filter((it) => past.includes(it));
  const left = past.filter((it) => now.includes(it));
  return now.some((it, i) => it !== left[i]);
}

function recordOf(
  { scope }: RunningRuleset,
  rules: readonly string[],
  phase: string,
  place: Session["place"],
): RecordedRules {
  const { target: _rulesets, ...location } = locationOf(place, "rulesets", scope);
  return { ...location, phase, rules };
}

function rowOf(rule: RulesetRule): string {
  return `${rule.id} ${stateOf(wholeRulesetRule(rule))}`;
}

export function isAsRecorded({ fresh, changed, gone, isReordered }: RecordedRuleset): boolean {
  return fresh.length + changed.length + gone.length === 0 && !isReordered;
}

/** Records what a pull has seen. */
export function record({ id, now, running }: RecordedRuleset, session: Session): void {
  session.lock.setRecorded(id, now);
  if (running) recordOrder(running.ruleset, session);
}

/** A file whose rule has, on the service, changed settings that no file can have. */
export interface KeptChange {
  readonly path: string;
  readonly rule: RulesetRule;
  readonly names: readonly string[];
}

/** Since the last push or pull. An entry of an earlier version does not contain the settings. */
export function keptChanges(
  session: Session,
  { rulesets }: RulesetsInScope,
): readonly KeptChange[] {
  const { lock, place } = session;
  const entries = lock.entries(place.profile);
  const running = new Set(rulesets.flatMap(({ ruleset }) => [ruleset.id, ...idsOf(ruleset)]));
  const isOwned = new Set(entries.map(([, it]) => it.rule));
  /** The rule may have been deleted and created again, with other settings. */
  const isAgain = (
    { rule, ruleset, fields = [], hash = "" }: LockEntry,
    now: RulesetRule,
    at: string,
  ) =>
    !running.has(rule ?? "") &&
    !isOwned.has(now.id) &&
    (ruleset === at || !running.has(ruleset ?? "")) &&
    hasHash(rulesetSettings(now), fields, hash);
  return rulesets.flatMap(({ scope, ruleset }) => {
    const location = locationOf(place, "rulesets", scope);
    return ruleset.rules.flatMap((rule): KeptChange[] => {
      const own = entries.find(
        ([, it]) => isAt(it, location) && (it.rule === rule.id || isAgain(it, rule, ruleset.id)),
      );
      if (!own) return [];
      const [path, { extra = [], kept, state }] = own;
      const now = extraIn(rule);
      const isUnknown = state !== done || (kept === undefined && extra.length > 0);
      const names = [...new Set([...extra, ...(now.extra ?? [])])].sort();
      return isUnknown || kept === now.kept ? [] : [{ path, rule, names }];
    });
  });
}

function idsOf({ rules }: RunningRuleset["ruleset"]): readonly string[] {
  return rules.map((it) => it.id);
}
