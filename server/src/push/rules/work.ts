import { ServiceError } from "../../api/service-error.ts";
import type { Fields, RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { draftRule, draftRuleSettings, type RuleDraft, readRuleFile } from "../drafts/rule.ts";
import type { Ids } from "../plan/plan.ts";
import {
  type Change,
  changesTo,
  hashOf,
  removedSince,
  type Settings,
  settingsFrom,
} from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf, ruleZone, type ServiceLocation } from "../session/place.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { type LocatedRuleId, locate } from "./locate.ts";

/** Input for planning the push of a firewall rule. */
export interface RuleWork {
  readonly draft: RuleDraft;
  readonly session: Session;
  readonly slot: LockSlot;
  readonly zone: string;
  readonly rules: readonly RemoteRule[];
  readonly filters: readonly RemoteFilter[];
  /** The settings in the file. */
  readonly local: Settings;
}

export type Entry = Omit<LockEntry, keyof ServiceLocation>;

export async function workOnRule(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<RuleWork> {
  const zone = ruleZone(session.place);
  const slot = new LockSlot(
    session,
    path,
    locationOf(session.place, "firewall-rules", { zone_id: zone }),
  );
  const source = readRuleFile(path, session);
  const { rules, filters } = await readZone(zone, session);
  const entry = slot.entry;
  const known = rules.find((it) => it.id === entry?.rule);
  const draft = await draftRule(source, session, choices, known?.action);
  return { draft, session, slot, zone, rules, filters, local: draftRuleSettings(draft) };
}

export async function readZone(
  zone: string,
  { service, place }: Session,
): Promise<Pick<RuleWork, "rules" | "filters">> {
  try {
    const rules = await service.rules.list(zone);
    const filters = await service.filters.list(zone);
    const known = new Set(filters.map((it) => it.id));
    // A rule includes its filter, which exists even if the filter list omits it.
    const shown = new Map(rules.map(({ filter }) => [filter.id, filter]));
    return {
      rules,
      filters: [...filters, ...[...shown.values()].filter((it) => !known.has(it.id))],
    };
  } catch (error) {
    const isGone = error instanceof ServiceError && error.status === 410;
    if (!isGone) throw error;
    throw new PushError(
      `${error.message} This host no longer supports firewall rules. Set "rulesTarget": "rulesets" in profile '${place.profile}'.`,
    );
  }
}

/** Settings of a rule beside its action and filter. */
const extras = ["description", "paused", "priority", "ref", "products"] as const;

export function ruleSettings(rule: RemoteRule): Settings {
  return settingsFrom([
    ["expression", rule.filter.expression],
    ["action", rule.action],
    ...extras.map((it) => [it, rule[it]] as const),
  ]);
}

/** The settings of a rule, including its filter's. */
export function wholeRule(rule: RemoteRule): Settings {
  return { ...ruleSettings(rule), filter: rule.filter.id, filterPaused: rule.filter.paused };
}

/** Differences between the file and the rule. Settings removed from the file are cleared. */
export function ruleChanges({ slot, local }: RuleWork, rule: RemoteRule): Change[] {
  const removed = removedSince(slot.entry?.fields, local);
  return changesTo(ruleSettings(rule), local, removed).filter(
    ({ name, before, after }) => !(name === "paused" && before === false && after === undefined),
  );
}

/** Properties that the service adds. */
const readOnly = new Set(["id", "created_on", "modified_on"]);

/** All properties of a filter or rule that can be sent again: the service replaces it as a whole. */
export function sendable(resource: Fields): Settings {
  return settingsFrom(Object.entries(resource).filter(([name]) => !readOnly.has(name)));
}

/** Unchanged settings are sent again. */
export function ruleBody({ draft, slot, local }: RuleWork, filter: string, rule?: RemoteRule) {
  const removed = removedSince(slot.entry?.fields, local);
  const kept = Object.entries(sendable(rule ?? {})).filter(
    ([name]) => !removed.includes(name) && (name !== "products" || draft.action === "bypass"),
  );
  return {
    ...Object.fromEntries(kept),
    ...draft.settings,
    action: draft.action,
    filter: { id: filter },
  };
}

export function ruleEntry(
  { local }: Pick<RuleWork, "local">,
  rule: RemoteRule,
  { shared, state }: { readonly shared: boolean; readonly state: string },
): Entry {
  const fields = Object.keys(local).sort();
  const hash = hashOf(ruleSettings(rule), fields);
  const ids = { rule: rule.id, filter: rule.filter.id };
  return { ...ids, ...(shared ? { shared } : undefined), ...extraIn(rule), fields, hash, state };
}

/** The settings of a rule that have no directive. */
export function extraIn({ filter }: RemoteRule): Pick<LockEntry, "extra"> {
  return filter.paused === true ? { extra: ["filter.paused"] } : {};
}

export interface LocatedRule extends Omit<LocatedRuleId, "id"> {
  readonly rule: RemoteRule | undefined;
}

export async function locateRule(work: RuleWork): Promise<LocatedRule> {
  const candidates = work.rules.map((it) => ({ id: it.id, settings: ruleSettings(it) }));
  const { service } = work.session;
  const get = (id: string) => service.rules.get(work.zone, id);
  const { id, ...found } = await locate(work, candidates, get);
  return { rule: work.rules.find((it) => it.id === id), ...found };
}

/** The other rules that use a filter. */
export function usersOf(filter: string, rules: readonly RemoteRule[], but?: string): RemoteRule[] {
  return rules.filter((it) => it.filter.id === filter && it.id !== but);
}

export function ruleIds(rule: RemoteRule): Ids {
  return { rule: rule.id, filter: rule.filter.id };
}
