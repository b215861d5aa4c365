import type { RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { findListed } from "../plan/listed.ts";
import type { Planned } from "../plan/plan.ts";
import { requireCurrentPlan } from "../plan/require-current-plan.ts";
import { deleteFilter } from "../rules/delete-filter.ts";
import { keepFilter } from "../rules/locate.ts";
import { filterName, ruleName } from "../rules/name.ts";
import { readZone, ruleSettings, usersOf, wholeRule } from "../rules/work.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { Session } from "../session/session.ts";
import { deletedIds, deletionDone, deletionPlan } from "./deletion.ts";

/** Plans the deletion in reverse order: the rule first, then its filter, if it is ours and unused. */
export async function planRuleDeletion(
  slot: LockSlot,
  entry: LockEntry,
  session: Session,
): Promise<Planned> {
  const { zone = "" } = entry;
  const { rules, filters } = await readZone(zone, session);
  const { service } = session;
  const rule = await findListed("rule", rules, entry.rule, (id) => service.rules.get(zone, id));
  for (const id of [entry.filter, entry.old])
    if (typeof id === "string")
      await findListed("filter", filters, id, (it) => service.filters.get(zone, it));
  const users = entry.filter === undefined ? [] : usersOf(entry.filter, rules, rule?.id);
  const unusedFilters = filters
    .map((it) => it.id)
    .filter((it) => it === entry.old || (it === entry.filter && !entry.shared))
    .filter((it) => usersOf(it, rules, rule?.id).length === 0);
  const what = rule
    ? `Delete rule ${ruleName(ruleSettings(rule))}`
    : "Delete leftovers of the rule";
  const title = rule && unusedFilters.length > 0 ? `${what} and its filter` : what;
  const plan = deletionPlan(slot, title, rule && ruleSettings(rule), session);
  return {
    plan: {
      ...plan,
      notes: [
        ...plan.notes,
        ...keptNotes(
          entry,
          filters,
          users.map((it) => ruleName(ruleSettings(it))),
        ),
      ],
    },
    async run() {
      if (rule) {
        const now = await service.rules.get(zone, rule.id);
        requireCurrentPlan(`rule ${ruleName(ruleSettings(rule))}`, rule, now, wholeRule);
        await deleteRule(slot, entry, session, rule);
      }
      slot.set({ ...entry, state: "rule-deleted" });
      const kept: string[] = [];
      for (const id of unusedFilters) {
        const name = filterName(id, filters);
        if ((await deleteFilter(slot, session, zone, { id, name })) === "kept") kept.push(name);
      }
      if (users.length > 0) keepFilter(entry, slot, session);
      slot.remove();
      const stays = kept.map((it) => ` The filter ${it} was kept because something else uses it.`);
      const { ids, message } = deletionDone(rule !== undefined, deletedIds(entry));
      const was = { kind: "rule", zone, before: rule, after: undefined, entry } as const;
      return { ids, message: message + stays.join(""), ...(rule && { undo: was }) };
    },
  };
}

function deleteRule(
  slot: LockSlot,
  entry: LockEntry,
  { service }: Session,
  rule: RemoteRule,
): Promise<boolean> {
  const { zone = "" } = entry;
  const { id } = rule;
  return slot.during(
    { ...entry, state: "deleting-rule" },
    {
      what: `Delete rule ${ruleName(ruleSettings(rule))}`,
      send: () => service.rules.delete(zone, id).then(() => true),
      look: async () => ((await service.rules.get(zone, id)) ? undefined : true),
    },
  );
}

function keptNotes(
  { filter, shared }: LockEntry,
  filters: readonly RemoteFilter[],
  users: readonly string[],
): string[] {
  if (filter === undefined) return [];
  const kept = `The filter ${filterName(filter, filters)} is kept`;
  if (users.length > 0) return [`${kept}: also used by ${users.join(", ")}.`];
  return shared ? [`${kept}: it existed before the rule.`] : [];
}
