import type { RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { findListed } from "../plan/listed.ts";
import { PlanOutdated } from "../push-error.ts";
import { type Created, certainly, createOnce, olderThan } from "../session/create-once.ts";
import { deleteFilter } from "./delete-filter.ts";
import { isExpression, isFilterOfFile } from "./locate.ts";
import { filterName, ruleName } from "./name.ts";
import { type RuleWork, ruleSettings, sendable, usersOf } from "./work.ts";

/** The source of a rule's filter. */
export type FilterChoice =
  /** An existing filter. `shared` when Weir did not create it, so that it is kept when the rule is deleted. */
  | { readonly kind: "use"; readonly filter: RemoteFilter; readonly shared: boolean }
  | { readonly kind: "change"; readonly filter: RemoteFilter; readonly shared: boolean }
  /** `paused` as the filter that the rule had. */
  | { readonly kind: "create"; readonly paused?: true };

export interface ChosenFilter {
  readonly choice: FilterChoice;
  readonly notes: readonly string[];
  /** Our own filter, unused after the push. */
  readonly old?: string;
}

/** Finds the filter for a rule: its own, an equal one, one to be updated, or a new one. Never creates a second equal one. */
export async function chooseFilter(
  work: RuleWork,
  rule: RemoteRule | undefined,
): Promise<ChosenFilter> {
  const { draft, slot, filters, rules, zone } = work;
  const { service } = work.session;
  const current =
    rule?.filter ??
    (await findListed("filter", filters, slot.entry?.filter, (id) =>
      service.filters.get(zone, id),
    ));
  const shared = current !== undefined && !isOurs(work, current.id, rule);
  const isOwn = rule !== undefined;
  if (isExpression(current?.expression, draft.expression) && current && (isOwn || isLive(current)))
    return { choice: { kind: "use", filter: current, shared }, notes: pausedNote(current) };
  const others = current ? usersOf(current.id, rules, rule?.id) : [];
  const isFree = current !== undefined && others.length === 0 && !shared;
  const isPaused = isOwn && !isLive(rule.filter);
  const equal = filters.find((it) => isExpression(it.expression, draft.expression) && isLive(it));
  if (equal && !isPaused) return useEqual(work, equal, isFree ? current : undefined);
  if (!current || isExpression(current.expression, draft.expression)) return create([]);
  if (isFree)
    return { choice: { kind: "change", filter: current, shared }, notes: pausedNote(current) };
  return changeShared(work, current, others, shared);
}

/** Whether Weir created a filter, for the rule of any file: then it goes with the last of its rules. */
function isOurs({ session, slot, rules }: RuleWork, id: string, rule?: RemoteRule): boolean {
  if (isFilterOfFile(session, slot.location, id)) return true;
  // An interrupted push may have created it, alone or with its rule.
  return isCreating(slot.entry) && usersOf(id, rules, rule?.id).length === 0;
}

function isCreating(entry: LockEntry | undefined): boolean {
  return /^creating-(filter|inline)$/.test(entry?.state ?? "");
}

/** A paused filter matches nothing, and may have been paused for other rules. */
function isLive({ paused }: RemoteFilter): boolean {
  return paused !== true;
}

/** A file cannot pause a filter, so it stays as it is. */
function pausedNote(filter: RemoteFilter): string[] {
  if (isLive(filter)) return [];
  return ["The filter of the rule is paused on the service and stays paused."];
}

function create(notes: readonly string[], paused?: true): ChosenFilter {
  return { choice: { kind: "create", ...(paused && { paused }) }, notes };
}

function useEqual(
  work: RuleWork,
  filter: RemoteFilter,
  old: RemoteFilter | undefined,
): ChosenFilter {
  const { slot, rules, filters } = work;
  const users = usersOf(filter.id, rules);
  const isResumed =
    users.length === 0 && (slot.entry?.filter === filter.id || isCreating(slot.entry));
  const shared = !isOurs(work, filter.id);
  const usage = users.length === 0 ? "" : ` and is used by ${namesOf(users)}`;
  const exists = `The filter ${filterName(filter.id, filters)} already exists`;
  return {
    choice: { kind: "use", filter, shared },
    notes:
      isResumed && !shared
        ? [`${exists}, created by an interrupted push.`]
        : [`${exists}${usage}. The rule shares it.`],
    ...(old ? { old: old.id } : undefined),
  };
}

/** Other rules would change too, so they are listed, and keeping them unchanged is the first answer. */
async function changeShared(
  { session, draft, filters }: RuleWork,
  filter: RemoteFilter,
  others: readonly RemoteRule[],
  shared: boolean,
): Promise<ChosenFilter> {
  const name = filterName(filter.id, filters);
  const users =
    others.length === 0
      ? `The filter ${name} existed before this rule and may be used elsewhere.`
      : `The filter ${name} is also used by ${namesOf(others)}.`;
  const answer = await session.conversation.choose(
    `${users} How should '${draft.path}' be pushed?`,
    ["Create a separate filter for this rule", "Update the filter for every rule that uses it"],
  );
  if (answer === 1) {
    const note = `${users} It is updated for every rule that uses it.`;
    return { choice: { kind: "change", filter, shared }, notes: [note] };
  }
  const separate = `${users} It is kept, and this rule gets a separate filter.`;
  return isLive(filter) ? create([separate]) : create([separate, ...pausedNote(filter)], true);
}

/** Sends the requests for the choice. The lock file has the filter as soon as it exists. */
export async function settleFilter(
  work: RuleWork,
  { choice, old }: ChosenFilter,
): Promise<{ readonly filter: RemoteFilter; readonly shared: boolean }> {
  const { slot } = work;
  if (choice.kind === "use") return choice;
  const { item: filter, isAdopted } =
    choice.kind === "create"
      ? await createFilter(work, choice.paused)
      : { item: await changeFilter(work, choice.filter) };
  const shared = isAdopted ?? (choice.kind === "change" && choice.shared);
  slot.set({
    ...slot.entry,
    filter: filter.id,
    shared,
    ...(old === undefined ? undefined : { old }),
    state: choice.kind === "create" ? "filter-created" : "filter-updated",
  });
  return { filter, shared };
}

/** Creates the filter, unless another process has done so since the plan was made. */
async function createFilter(
  work: RuleWork,
  paused: true | undefined,
): Promise<Created<RemoteFilter>> {
  const { draft, session, slot, zone, filters } = work;
  const { service } = session;
  const known = new Set(filters.map((it) => it.id));
  const fresh = async () =>
    (await service.filters.listAgain(zone)).filter(
      (it) =>
        !known.has(it.id) &&
        isExpression(it.expression, draft.expression) &&
        isLive(it) === !paused,
    );
  const call = certainly(() =>
    service.filters.create(zone, { expression: draft.expression, ...(paused && { paused }) }),
  );
  const what = "Create filter";
  const created = await createOnce({
    what,
    rivals: fresh,
    create: () =>
      slot
        .during(
          { ...slot.entry, state: "creating-filter" },
          { what, send: call.send, look: async () => (await fresh())[0] },
        )
        .then(call.with),
    older: olderThan,
    remove: async ({ id }) => {
      slot.set({ ...slot.entry, filter: id, state: "filter-created" });
      await deleteFilter(slot, session, zone, { id, name: filterName(id, filters) });
    },
  });
  if (created.isUnsent) throw new PlanOutdated();
  return created;
}

/** The service replaces a filter as a whole, so unchanged settings are sent again. */
function changeFilter(
  { draft, session, slot, zone }: RuleWork,
  filter: RemoteFilter,
): Promise<RemoteFilter> {
  const { service } = session;
  const { expression } = draft;
  return slot.during(
    { ...slot.entry, filter: filter.id, state: "updating-filter" },
    {
      what: `Update filter ${ruleName(filter)}`,
      send: () => service.filters.update(zone, filter.id, { ...sendable(filter), expression }),
      look: async () => {
        const now = await service.filters.get(zone, filter.id);
        return isExpression(now?.expression, expression) ? now : undefined;
      },
    },
  );
}

function namesOf(rules: readonly RemoteRule[]): string {
  return rules.map((it) => ruleName(ruleSettings(it))).join(", ");
}
