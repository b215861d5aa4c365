import type { RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import { done } from "../../workspace/lock/lock.ts";
import type { PlanResult } from "../plan/plan.ts";
import { PlanOutdated } from "../push-error.ts";
import {
  adoptedMessage,
  type Created,
  certainly,
  createdOtherwise,
  createOnce,
  olderThan,
} from "../session/create-once.ts";
import { withAdvice } from "../session/outcome.ts";
import { deleteFilter } from "./delete-filter.ts";
import { isExpression, isFilterOfFile, isOthers } from "./locate.ts";
import { filterName, ruleName } from "./name.ts";
import {
  type RuleWork,
  ruleBody,
  ruleChanges,
  ruleEntry,
  ruleIds,
  ruleSettings,
  usersOf,
} from "./work.ts";

/** Creates the rule, unless another process has done so since the plan was made. */
export async function createRule(
  work: RuleWork,
  filter: RemoteFilter,
  shared: boolean,
): Promise<Created<RemoteRule>> {
  const { session, slot, zone } = work;
  const { service } = session;
  const during = { ...slot.entry, filter: filter.id, shared, state: "creating-rule" };
  try {
    return await createRuleOnce(work, {
      what: "Create rule",
      during,
      send: () => service.rules.create(zone, ruleBody(work, filter.id)),
      fits: (it) => it.filter.id === filter.id,
      removeFilter: !shared && usersOf(filter.id, work.rules).length === 0,
    });
  } catch (error) {
    const again = { what: "push again", to: "continue with it" };
    throw withAdvice(error, `The filter ${ruleName(filter)} (${filter.id}) exists.`, again);
  }
}

export interface RuleCreation {
  readonly what: string;
  /** The state in the lock file. */
  readonly during: Parameters<RuleWork["slot"]["set"]>[0];
  send(): Promise<RemoteRule>;
  /** Whether a rule with our action may be ours, if the answer is lost. */
  fits(rule: RemoteRule): boolean;
  /** Whether the filter is ours, and is deleted with our rule. */
  readonly removeFilter: boolean;
}

export function createRuleOnce(
  work: RuleWork,
  { what, during, send, fits, removeFilter }: RuleCreation,
): Promise<Created<RemoteRule>> {
  const { slot, draft } = work;
  const call = certainly(send);
  const look = async () =>
    (await freshRules(work)).find((it) => it.action === draft.action && fits(it));
  return createOnce({
    what,
    rivals: async () => (await freshRules(work)).filter((it) => isEqual(work, it)),
    // The caller has just looked.
    isNew: true,
    create: () => slot.during(during, { what, send: call.send, look }).then(call.with),
    // Our own rule is equal too, so the list has its place.
    older: olderThan,
    remove: (own, older) => removeOwn(work, own, removeFilter && own.filter.id !== older.filter.id),
  });
}

/** The rules that the plan did not know, and that no other file owns. */
async function freshRules({ session, slot, zone, rules }: RuleWork): Promise<RemoteRule[]> {
  const known = new Set(rules.map((it) => it.id));
  return (await session.service.rules.listAgain(zone)).filter(
    (it) => !known.has(it.id) && !isOthers(it.id, slot, session),
  );
}

function isAlike({ local }: RuleWork, rule: RemoteRule): boolean {
  const { expression, action } = ruleSettings(rule);
  return isExpression(expression, local.expression) && action === local.action;
}

function isEqual(work: RuleWork, rule: RemoteRule): boolean {
  return isAlike(work, rule) && ruleChanges(work, rule).length === 0;
}

/** Refuses the plan if such a rule was created elsewhere since it was made. */
export async function requireNone(work: RuleWork): Promise<void> {
  const alike = (await freshRules(work)).filter((it) => isAlike(work, it));
  const [first] = alike;
  if (!first) return;
  if (alike.some((it) => isEqual(work, it))) throw new PlanOutdated();
  throw createdOtherwise(`rule ${ruleName(ruleSettings(first))}`);
}

/** Deletes our own rule, and its filter if it is ours. */
async function removeOwn(work: RuleWork, own: RemoteRule, withFilter: boolean): Promise<void> {
  const { slot, session, zone, filters } = work;
  const { rules } = session.service;
  const { id, filter } = own;
  await slot.during(
    { ...ruleEntry(work, own, { shared: !withFilter, state: "deleting-rule" }) },
    {
      what: `Delete rule ${ruleName(ruleSettings(own))}`,
      send: () => rules.delete(zone, id).then(() => true),
      look: async () => ((await rules.get(zone, id)) ? undefined : true),
    },
  );
  if (!withFilter) return;
  slot.set({ filter: filter.id, state: "filter-created" });
  await deleteFilter(slot, session, zone, { id: filter.id, name: filterName(filter.id, filters) });
}

/** Uses the rule that was created elsewhere. */
export function adopt(work: RuleWork, rule: RemoteRule): PlanResult {
  const shared = !isFilterOfFile(work.session, work.slot.location, rule.filter.id);
  work.slot.set(ruleEntry(work, rule, { shared, state: done }));
  const message = adoptedMessage(`rule ${ruleName(ruleSettings(rule))}`);
  return { outcome: "unchanged", ids: ruleIds(rule), message };
}
