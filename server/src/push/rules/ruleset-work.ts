import type { Fields, RemoteRuleset, RulesetRule } from "../../api/shapes.ts";
import type { Placement } from "../../core/configuration/position.ts";
import { skipParameters } from "../../languages.ts";
import { isRecord } from "../../text/record.ts";
import { quotedList } from "../../text/wording.ts";
import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import { positionEntry } from "../drafts/position.ts";
import type { RuleDraft } from "../drafts/rule.ts";
import type { Ids } from "../plan/plan.ts";
import {
  type Change,
  changesTo,
  hashOf,
  removedSince,
  type Settings,
  settingsFrom,
  stateOf,
} from "../plan/settings.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { Session } from "../session/session.ts";

/** Where a push puts a rule. */
export interface Placing {
  /** For messages, as in "before 'office-logins'". */
  readonly text: string;
  readonly sent: Placement;
}

/** The place of a rule among the rules of its ruleset. Undefined if it is there, or is added last. */
export type FindPlace = (
  rules: readonly RulesetRule[],
  id: string | undefined,
) => Placing | undefined;

/** Input for planning the push of a ruleset rule. */
export interface RulesetWork {
  readonly draft: RuleDraft;
  readonly session: Session;
  readonly slot: LockSlot;
  readonly zone: string;
  /** The entry point of the phase; undefined before its first rule. */
  readonly ruleset: RemoteRuleset | undefined;
  /** The settings in the file. */
  readonly local: Settings;
  readonly place: FindPlace;
  /** The rule that the file had before, which may be gone or in another zone. */
  readonly past?: Pick<LockEntry, "ruleset" | "rule"> | undefined;
}

/** The settings that a file can have. The `ref` of a rule defaults to its ID. */
export function rulesetSettings(rule: RulesetRule): Settings {
  const { expression, action, description, enabled, ref } = rule;
  return settingsFrom([
    ["expression", expression],
    ["action", action],
    ["description", description],
    ["enabled", enabled],
    ["ref", ref === rule.id ? undefined : ref],
    ["action_parameters", action === "skip" ? parametersOf(rule, isSkipParameter) : undefined],
  ]);
}

/** Of the action parameters, only the known ones of `skip` have directives. */
function isSkipParameter(name: string): boolean {
  return skipParameters.some((it) => it === name);
}

function parametersOf(rule: RulesetRule, fits: (name: string) => boolean): Settings {
  const { action_parameters: all } = rule;
  return Object.fromEntries(Object.entries(isRecord(all) ? all : {}).filter(([it]) => fits(it)));
}

/** All settings that a user has set. */
export function wholeRulesetRule({
  version: _version,
  last_updated: _time,
  ...rule
}: RulesetRule): Settings {
  return rule;
}

/** Differences between the file and the rule. Settings removed from the file are cleared. */
export function rulesetChanges({ slot, local }: RulesetWork, rule: RulesetRule): Change[] {
  const removed = removedSince(slot.entry?.fields, local);
  return changesTo(rulesetSettings(rule), local, removed).filter(
    ({ name, before, after }) => !(name === "enabled" && before === true && after === undefined),
  );
}

/** Properties that the service adds, and properties that depend on the action. */
const readOnly = new Set(["id", "version", "last_updated"]);
const ofAction = new Set(["action_parameters", "logging"]);

/** The service replaces a rule as a whole, so unchanged settings are sent again. */
export function rulesetBody(
  { draft, slot, local }: RulesetWork,
  rule: RulesetRule | undefined,
): Fields {
  const removed = removedSince(slot.entry?.fields, local);
  const isSameAction = rule?.action === draft.action;
  const kept = Object.entries(rule ?? {}).filter(
    ([name]) =>
      !readOnly.has(name) && (ofAction.has(name) ? isSameAction : !removed.includes(name)),
  );
  const { expression, action, settings } = draft;
  const { action_parameters: given } = settings;
  const own = isSameAction && rule ? parametersOf(rule, (it) => !isSkipParameter(it)) : {};
  const parameters = isRecord(given) ? { action_parameters: { ...own, ...given } } : undefined;
  return { ...settingsFrom(kept), ...settings, ...parameters, expression, action };
}

/** Settings that only the previous action had, and no file can have: they are lost with the action. */
export function lostWithAction(rule: RulesetRule, { action }: RuleDraft): string[] {
  if (rule.action === action) return [];
  const names = (extraIn(rule).extra ?? []).filter((it) => ofAction.has(it.replace(/\..*/s, "")));
  const what = `Settings of action '${rule.action}' are removed with it`;
  return names.length === 0 ? [] : [`${what}: ${quotedList(names)}.`];
}

/** Settings that have a directive, or that do not change what a rule does. */
const expressible = new Set([
  ...["action", "description", "enabled", "expression", "ref"],
  ...["categories", "id", "last_updated", "version"],
]);

/** The settings of a rule that have no directive. Of the action parameters, only the parameters of `skip` have one. */
export function extraIn(rule: RulesetRule): Pick<LockEntry, "extra" | "kept"> {
  const extra = Object.entries(settingsFrom(Object.entries(rule))).flatMap(
    ([name, value]): [string, unknown][] => {
      if (expressible.has(name)) return [];
      if (name !== "action_parameters" || !isRecord(value)) return [[name, value]];
      return Object.entries(value)
        .filter(([it]) => rule.action !== "skip" || !isSkipParameter(it))
        .map(([it, inner]) => [`${name}.${it}`, inner]);
    },
  );
  if (extra.length === 0) return {};
  return { extra: extra.map(([name]) => name).sort(), kept: stateOf(settingsFrom(extra)) };
}

/** Records a rule, and the order of its ruleset. */
export function recordRule(
  { local, draft, slot, session, past }: RulesetWork,
  { ruleset, rule }: { readonly ruleset: RemoteRuleset; readonly rule: RulesetRule },
): void {
  const fields = Object.keys(local).sort();
  const hash = hashOf(rulesetSettings(rule), fields);
  const known = { ruleset: ruleset.id, rule: rule.id, ...extraIn(rule) };
  slot.set({ ...known, ...positionEntry(draft.position), fields, hash, state: done });
  if (past?.ruleset && past.rule && past.rule !== rule.id)
    session.lock.replaceInOrder(past.ruleset, past.rule, rule.id);
  recordOrder(ruleset, session, rule.id);
}

/**
 * Rules that files still have, but that are gone from the service, keep their places until they are pushed again. `own`: the only
 * rule that was pushed.
 */
export function recordOrder(
  { id, rules }: RemoteRuleset,
  { lock, place }: Session,
  own?: string,
): void {
  const past = lock.orders()[id] ?? [];
  const now = rules.map((it) => it.id);
  const order = own === undefined ? now : withOthersAsBefore(own, now, past);
  const inFiles = new Set(lock.entries(place.profile).map(([, it]) => it.rule));
  for (const [i, rule] of past.entries()) {
    if (order.includes(rule) || !inFiles.has(rule)) continue;
    const previous = past.slice(0, i).findLast((it) => order.includes(it));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, rule);
  }
  lock.setOrder(id, order);
}

/** That others have moved on the service is still to be seen after the push of one rule. */
function withOthersAsBefore(
  own: string,
  now: readonly string[],
  past: readonly string[],
): string[] {
  const [isNow, isPast] = [new Set(now), new Set(past)];
  const order = past.filter((it) => it !== own && isNow.has(it));
  for (const [i, rule] of now.entries()) {
    const previous = now[i - 1];
    if (rule === own || !isPast.has(rule))
      order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, rule);
  }
  return order;
}

export function rulesetIds({
  ruleset,
  rule,
}: {
  readonly ruleset: RemoteRuleset;
  readonly rule: RulesetRule;
}): Ids {
  return { ruleset: ruleset.id, rule: rule.id };
}
