import type { RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import { done } from "../../workspace/lock/lock.ts";
import { adopting, sinceLast } from "../plan/changed-since-push.ts";
import { findListed } from "../plan/listed.ts";
import type { Planned } from "../plan/plan.ts";
import { requireCurrentPlan } from "../plan/require-current-plan.ts";
import { type Change, changesTo, hasAll, stateOf, writtenDifferently } from "../plan/settings.ts";
import { withAdvice } from "../session/outcome.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { adopt, createRule, requireNone } from "./create-rule.ts";
import { deleteFilter } from "./delete-filter.ts";
import { type ChosenFilter, chooseFilter, settleFilter } from "./filter.ts";
import { keepFilter } from "./locate.ts";
import { filterName, ruleName } from "./name.ts";
import {
  locateRule,
  type RuleWork,
  ruleBody,
  ruleChanges,
  ruleEntry,
  ruleIds,
  ruleSettings,
  wholeRule,
  workOnRule,
} from "./work.ts";

/** Plans the recommended sequence: the filter first, then the rule that refers to it. */
export async function planRule(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<Planned> {
  const work = await workOnRule(path, session, choices);
  return planWork(work);
}

export async function planWork(work: RuleWork): Promise<Planned> {
  const { rule, notes, adopts } = await locateRule(work);
  const chosen = await chooseFilter(work, rule);
  const known = [...work.draft.notes, ...notes, ...chosen.notes];
  if (!rule) return planCreation(work, chosen, known);
  const planned = await planChange(work, rule, chosen, known);
  return adopts ? adopting(planned) : planned;
}

function planCreation(work: RuleWork, chosen: ChosenFilter, notes: readonly string[]): Planned {
  const { draft, zone, slot, local } = work;
  return {
    plan: {
      path: draft.path,
      title: `Create rule${chosen.choice.kind === "create" ? " and its filter" : ""}`,
      outcome: "created",
      changes: changesTo({}, local),
      notes: [...notes, ...pausedNote(local.paused === true)],
    },
    async run() {
      await requireNone(work);
      const { filter, shared } = await settleFilter(work, chosen);
      const { item: rule, isAdopted } = await createRule(work, filter, shared);
      if (isAdopted) return adopt(work, rule);
      slot.set(ruleEntry(work, rule, { shared, state: done }));
      const undo = {
        kind: "rule",
        zone,
        before: undefined,
        after: rule,
        entry: undefined,
      } as const;
      return { ids: ruleIds(rule), message: `Created rule ${ruleName(local)}.`, undo };
    },
  };
}

async function planChange(
  work: RuleWork,
  rule: RemoteRule,
  chosen: ChosenFilter,
  notes: readonly string[],
): Promise<Planned> {
  const { draft, zone, slot } = work;
  const { entry } = slot;
  const changes = ruleChanges(work, rule);
  const isOtherFilter = chosen.choice.kind !== "change" && filterOf(chosen)?.id !== rule.filter.id;
  const changesRule = isOtherFilter || changes.some((it) => it.name !== "expression");
  const old = chosen.old ?? (await leftOver(work, rule, chosen));
  const isChanged = changesRule || chosen.choice.kind !== "use" || old !== undefined;
  return {
    plan: {
      path: draft.path,
      title: `${isChanged ? "Update" : "Keep"} rule ${ruleName(ruleSettings(rule))}`,
      outcome: isChanged ? "updated" : "unchanged",
      ids: ruleIds(rule),
      changes,
      current: ruleSettings(rule),
      basis: stateOf(wholeRule(rule)),
      since: sinceLast(entry, work.local, ruleSettings(rule)),
      remark: writtenDifferently(ruleSettings(rule), work.local),
      notes: [...notes, ...pausedNote(isPausedAfter(rule, changes))],
    },
    async run() {
      if (isChanged) await requireRule(work, rule);
      const { filter, shared } = await settleFilter(work, {
        ...chosen,
        ...(old ? { old } : undefined),
      });
      const changed = changesRule
        ? await changeRule(work, { rule, filter, changes, old })
        : { ...rule, filter: { ...rule.filter, expression: filter.expression } };
      if (isOtherFilter && old === undefined) keepFilter(entry ?? {}, slot, work.session);
      const kept = await deleteOldFilter(work, changed, shared, old);
      const what = isChanged ? "Updated rule" : "No changes: the file matches rule";
      const was = { kind: "rule", zone, before: rule, after: changed, entry } as const;
      const undo = isChanged ? { undo: was } : undefined;
      return {
        ids: ruleIds(changed),
        message: `${what} ${ruleName(ruleSettings(changed))}.${kept}`,
        ...undo,
      };
    },
  };
}

async function requireRule({ session, zone }: RuleWork, rule: RemoteRule): Promise<void> {
  const now = await session.service.rules.get(zone, rule.id);
  requireCurrentPlan(`rule ${ruleName(ruleSettings(rule))}`, rule, now, wholeRule);
}

function filterOf({ choice }: ChosenFilter): RemoteFilter | undefined {
  return choice.kind === "create" ? undefined : choice.filter;
}

function isPausedAfter(rule: RemoteRule, changes: readonly Change[]): boolean {
  const change = changes.find((it) => it.name === "paused");
  return (change ? change.after : ruleSettings(rule).paused) === true;
}

function pausedNote(isPaused: boolean): string[] {
  return isPaused ? ["The rule is paused and has no effect."] : [];
}

/** A filter that an earlier push should have deleted. */
async function leftOver(
  { slot, filters, session, zone }: RuleWork,
  rule: RemoteRule,
  chosen: ChosenFilter,
): Promise<string | undefined> {
  const old = slot.entry?.old;
  if (typeof old !== "string" || old === filterOf(chosen)?.id) return undefined;
  if (rule.filter.id === old && chosen.choice.kind === "change") return undefined;
  const { service } = session;
  return (await findListed("filter", filters, old, (id) => service.filters.get(zone, id)))?.id;
}

interface RuleChange {
  readonly rule: RemoteRule;
  readonly filter: RemoteFilter;
  readonly changes: readonly Change[];
  readonly old: string | undefined;
}

async function changeRule(
  work: RuleWork,
  { rule, filter, changes, old }: RuleChange,
): Promise<RemoteRule> {
  const { session, slot, zone } = work;
  const { service } = session;
  try {
    return await slot.during(
      { ...slot.entry, rule: rule.id, ...(old ? { old } : undefined), state: "updating-rule" },
      {
        what: `Update rule ${ruleName(ruleSettings(rule))}`,
        send: () => service.rules.update(zone, rule.id, ruleBody(work, filter.id, rule)),
        look: async () => {
          const now = await service.rules.get(zone, rule.id);
          const isDone = now?.filter.id === filter.id && hasAll(ruleSettings(now), changes);
          return isDone ? now : undefined;
        },
      },
    );
  } catch (error) {
    if (filter.id === rule.filter.id) throw error;
    const again = { what: "push again", to: "use it" };
    throw withAdvice(error, `The filter ${ruleName(filter)} (${filter.id}) exists.`, again);
  }
}

/** Deletes the rule's previous filter. Other uses are not visible here; the service refuses if there are any. */
async function deleteOldFilter(
  work: RuleWork,
  rule: RemoteRule,
  shared: boolean,
  old: string | undefined,
): Promise<string> {
  const { slot } = work;
  const finished = ruleEntry(work, rule, { shared, state: done });
  if (old === undefined) {
    slot.set(finished);
    return "";
  }
  slot.set({ ...finished, old, state: "dropping-filter" });
  const name = filterName(old, work.filters);
  const outcome = await deleteFilter(slot, work.session, work.zone, { id: old, name });
  slot.set(finished);
  return outcome === "kept" ? ` The filter ${name} was kept because something else uses it.` : "";
}
