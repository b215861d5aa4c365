import type { Fields, RemoteRuleset, RulesetRule } from "../../api/shapes.ts";
import { isRecord } from "../../text/record.ts";
import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import { type Placing, positionEntry } from "../drafts/position.ts";
import type { RuleDraft } from "../drafts/rule.ts";
import type { Ids } from "../plan/plan.ts";
import {
  type Change,
  changesTo,
  hashOf,
  removedSince,
  type Settings,
  settingsFrom,
} from "../plan/settings.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { Session } from "../session/session.ts";

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
  /** The position in the file. */
  readonly placing?: Placing | undefined;
}

/** The `ref` of a rule defaults to its ID. */
export function rulesetSettings(rule: RulesetRule): Settings {
  const { expression, action, description, enabled, ref, action_parameters } = rule;
  return settingsFrom([
    ["expression", expression],
    ["action", action],
    ["description", description],
    ["enabled", enabled],
    ["ref", ref === rule.id ? undefined : ref],
    ["action_parameters", action_parameters],
  ]);
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
  const kept = Object.entries(rule ?? {}).filter(
    ([name]) =>
      !readOnly.has(name) &&
      !removed.includes(name) &&
      (rule?.action === draft.action || !ofAction.has(name)),
  );
  const { expression, action, settings } = draft;
  return { ...settingsFrom(kept), ...settings, expression, action };
}

/** Settings that have a directive, or that do not change what a rule does. */
const expressible = new Set([
  ...["action", "description", "enabled", "expression", "ref"],
  ...["categories", "id", "last_updated", "version"],
]);

/** The settings of a rule that have no directive. Of the action parameters, only those of `skip` have one. */
export function extraIn(rule: RulesetRule): Pick<LockEntry, "extra"> {
  const names = Object.entries(settingsFrom(Object.entries(rule))).flatMap(([name, value]) => {
    if (expressible.has(name)) return [];
    if (name !== "action_parameters" || !isRecord(value)) return [name];
    return rule.action === "skip" ? [] : Object.keys(value).map((it) => `${name}.${it}`);
  });
  return names.length === 0 ? {} : { extra: names.sort() };
}

/** Records a rule, and the order of its ruleset. */
export function recordRule(
  { local, draft, slot, session }: RulesetWork,
  { ruleset, rule }: { readonly ruleset: RemoteRuleset; readonly rule: RulesetRule },
): void {
  const fields = Object.keys(local).sort();
  const hash = hashOf(rulesetSettings(rule), fields);
  const known = { ruleset: ruleset.id, rule: rule.id, ...extraIn(rule) };
  slot.set({ ...known, ...positionEntry(draft.position), fields, hash, state: done });
  recordOrder(ruleset, session);
}

export function recordOrder({ id, rules }: RemoteRuleset, { lock }: Session): void {
  lock.setOrder(
    id,
    rules.map((it) => it.id),
  );
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
