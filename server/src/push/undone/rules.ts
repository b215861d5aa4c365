import type { RemoteRuleset, RulesetRule } from "../../api/shapes.ts";
import { customPhase } from "../../languages.ts";
import type { RuleDraft } from "../drafts/rule.ts";
import type { Planned, RulesetRuleUndo, RuleUndo } from "../plan/plan.ts";
import { type Settings, settingsFrom } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { ruleName } from "../rules/name.ts";
import { atIndex } from "../rules/placing.ts";
import { planWork } from "../rules/plan.ts";
import { planChange, planWork as planRulesetWork } from "../rules/plan-ruleset-rule.ts";
import { rulesetSettings, wholeRulesetRule } from "../rules/ruleset-work.ts";
import { readZone, ruleSettings, wholeRule } from "../rules/work.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { creationUndone, undoCreation } from "./jobs.ts";
import { alreadyUndone, isLeft, restore, restoring, slotOf } from "./restoring.ts";

export async function undoRule(path: string, session: Session, was: RuleUndo): Promise<Planned> {
  const { zone, before, after, entry } = was;
  const { rules, filters } = await readZone(zone, session);
  const location = locationOf(session.place, "firewall-rules", { zone_id: zone });
  const local = before && ruleSettings(before);
  const draft = local && draftFrom(path, local, customPhase);
  const work = { session, zone, rules, filters };
  if (!after) {
    const slot = emptySlot(path, session, location);
    if (!draft || before.filter.paused === true) throw new PushError(pausedFilter);
    const planned = await planWork({ ...work, draft, slot, local });
    return restoring(planned, `Create rule ${ruleName(local)} again`, slot, entry, () => local);
  }
  const what = `rule ${ruleName(ruleSettings(after))}`;
  const rule = rules.find((it) => it.id === after.id);
  const states = { before, after, settings: wholeRule, restored: ruleSettings };
  const left = isLeft({ what, now: rule, ...states });
  if (!rule) return creationUndone(path, session, what, isLocked(path, session, after.id));
  const slot = slotOf(path, session, location, { rule: rule.id });
  if (!draft) return undoCreation(path, session);
  if (!left) return restored(path, what, () => restore(slot, entry, local));
  const planned = await planWork({ ...work, draft, slot, local });
  const title = `Revert rule ${ruleName(ruleSettings(rule))}`;
  return restoring(planned, title, slot, entry, () => local);
}

const pausedFilter =
  "The filter of the deleted rule was paused, so the rule would become active. Create it in the dashboard.";

function isLocked(path: string, { lock, place }: Session, id: string): boolean {
  return lock.entry(path, place.profile)?.rule === id;
}

function restored(
  path: string,
  what: string,
  finish: Parameters<typeof alreadyUndone>[2],
): Planned {
  return alreadyUndone(path, `The ${what} is as it was before the push.`, finish);
}

/** A deleted resource is created again only if its file has no other. */
function emptySlot(path: string, session: Session, location: LockSlot["location"]): LockSlot {
  const slot = new LockSlot(session, path, location);
  if (slot.entry?.rule === undefined) return slot;
  throw new PushError(`'${path}' has been pushed since, so that deletion was not undone.`);
}

export async function undoRulesetRule(
  path: string,
  session: Session,
  was: RulesetRuleUndo,
): Promise<Planned> {
  const { zone, phase, before, after } = was;
  const ruleset = await session.service.rulesets.entryPoint(zone, phase);
  if (!after) return recreated(path, session, was, ruleset);
  const what = `rule ${ruleName(rulesetSettings(after))}`;
  const rule = ruleset?.rules.find((it) => it.id === after.id);
  const states = { before, after, settings: wholeRulesetRule, restored: wholeRulesetRule };
  const left = isLeft({ what, now: rule, ...states });
  if (!rule || !ruleset)
    return creationUndone(path, session, what, isLocked(path, session, after.id));
  const location = locationOf(session.place, "rulesets", { zone_id: zone });
  const slot = slotOf(path, session, location, { rule: rule.id });
  if (!before) return undoCreation(path, session);
  return reverted(path, session, was, { ruleset, rule, before, slot, left });
}

interface Reverting {
  readonly ruleset: RemoteRuleset;
  readonly rule: RulesetRule;
  readonly before: RulesetRule;
  readonly slot: LockSlot;
  readonly left: boolean;
}

function reverted(
  path: string,
  session: Session,
  { zone, phase, entry, position: index }: RulesetRuleUndo,
  { ruleset, rule, before, slot, left }: Reverting,
): Planned {
  const local = rulesetSettings(before);
  const isPlaced = index === undefined || ruleset.rules.indexOf(rule) === index - 1;
  const title = ruleName(rulesetSettings(rule));
  if (!left && isPlaced) return restored(path, `rule ${title}`, () => restore(slot, entry, local));
  const { settings, ...draft } = draftFrom(path, local, phase);
  // These depend on the action, and not every file has them.
  const ofAction = settingsFrom(
    (["logging", "action_parameters"] as const).map((it) => [it, before[it]] as const),
  );
  const work = { draft: { ...draft, settings: { ...settings, ...ofAction } }, session, slot };
  const place = index === undefined ? () => undefined : atIndex(index);
  const planned = planChange({ ...work, zone, ruleset, local, place }, ruleset, rule, []);
  return restoring(planned, `Revert rule ${title}`, slot, entry, () => local);
}

/** Creates a deleted rule where it was, with all of its settings. */
async function recreated(
  path: string,
  session: Session,
  { zone, phase, before, entry, position: index }: RulesetRuleUndo,
  ruleset: RemoteRuleset | undefined,
): Promise<Planned> {
  const slot = emptySlot(path, session, locationOf(session.place, "rulesets", { zone_id: zone }));
  if (!before) throw new PushError(`No push of '${path}' is recorded.`);
  const local = rulesetSettings(before);
  const { id, version: _version, last_updated: _time, categories: _all, ...settings } = before;
  const { ref, ...rest } = settings;
  const draft = draftFrom(path, ref === id ? rest : settings, phase);
  // A position after the last rule is refused.
  const isInside = ruleset && index !== undefined && index <= ruleset.rules.length;
  const place = isInside ? atIndex(index) : () => undefined;
  const work = { draft, session, slot, zone, ruleset, local, place };
  const planned = await planRulesetWork(work);
  return restoring(planned, `Create rule ${ruleName(local)} again`, slot, entry, () => local);
}

function draftFrom(path: string, was: Settings, phase: string): RuleDraft {
  const { expression, action, ...settings } = was;
  return {
    path,
    expression: String(expression),
    action: String(action),
    settings,
    phase,
    notes: [],
  };
}
