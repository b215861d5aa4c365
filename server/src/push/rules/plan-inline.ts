import { ServiceError } from "../../api/service-error.ts";
import type { RemoteFilter, RemoteRule } from "../../api/shapes.ts";
import { done } from "../../workspace/lock/lock.ts";
import type { Planned } from "../plan/plan.ts";
import { changesTo } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import type { Created } from "../session/create-once.ts";
import { Stopped, withAdvice } from "../session/outcome.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { adopt, createRuleOnce, requireNone } from "./create-rule.ts";
import { isExpression } from "./locate.ts";
import { ruleName } from "./name.ts";
import { planWork } from "./plan.ts";
import {
  locateRule,
  type RuleWork,
  ruleChanges,
  ruleEntry,
  ruleIds,
  ruleSettings,
  workOnRule,
} from "./work.ts";

/**
 * Plans the simplified sequence: one request creates the filter and the rule. For emergencies, and only to create. If the
 * filter already exists, for example after an interrupted push, the recommended sequence also needs one request and is used
 * instead.
 */
export async function planInline(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<Planned> {
  const work = await workOnRule(path, session, choices);
  const { rule, notes } = await locateRule(work);
  if (rule && ruleChanges(work, rule).length > 0)
    throw new PushError(
      `'--inline' can only create, but the rule ${ruleName(ruleSettings(rule))} already exists. Push without it.`,
    );
  const equal = work.filters.some((it) => isExpression(it.expression, work.draft.expression));
  if (rule || equal) return planWork(work);
  const { draft, zone, slot, local } = work;
  return {
    plan: {
      path,
      title: "Create rule and its filter in one call",
      outcome: "created",
      changes: changesTo({}, local),
      notes: [
        ...draft.notes,
        ...notes,
        "If the zone has reached its rule limit, the filter may be created without its rule.",
      ],
    },
    async run() {
      await requireNone(work);
      const { item: created, isAdopted } = await createInline(work);
      if (isAdopted) return adopt(work, created);
      slot.set(ruleEntry(work, created, { shared: false, state: done }));
      const message = `Created rule ${ruleName(work.local)}.`;
      const undo = { kind: "rule", zone, before: undefined, after: created } as const;
      return { ids: ruleIds(created), message, undo: { ...undo, entry: undefined } };
    },
  };
}

async function createInline(work: RuleWork): Promise<Created<RemoteRule>> {
  const { draft, session, slot, zone } = work;
  const { service } = session;
  const { action, expression, settings } = draft;
  try {
    return await createRuleOnce(work, {
      what: "Create rule and its filter",
      during: { ...slot.entry, state: "creating-inline" },
      send: () => service.rules.create(zone, { ...settings, action, filter: { expression } }),
      fits: (it) => isExpression(it.filter.expression, expression),
      removeFilter: true,
    });
  } catch (error) {
    throw error instanceof Stopped ? await withFilterLeft(work, error) : error;
  }
}

/** The service creates the filter first. If it stops there, the filter is in the lock file, and the next push resumes with it. */
async function withFilterLeft(work: RuleWork, error: Stopped): Promise<unknown> {
  const { slot } = work;
  let left: RemoteFilter | undefined;
  try {
    left = await filterLeft(work);
  } catch (lost) {
    if (!(lost instanceof ServiceError)) throw lost;
    slot.set({ ...slot.entry, state: "creating-inline" });
    return withAdvice(
      error,
      "Whether its filter was created is unknown. The next push checks before sending.",
    );
  }
  if (!left) return error;
  slot.set({ ...slot.entry, filter: left.id, state: "filter-created" });
  return withAdvice(
    error,
    `The filter ${ruleName(left)} (${left.id}) was created without its rule. Fix the cause, then push the file without '--inline' to continue with this filter.`,
  );
}

async function filterLeft({ draft, session, zone, filters }: RuleWork) {
  const before = new Set(filters.map((it) => it.id));
  const now = await session.service.filters.listAgain(zone);
  return now.find((it) => !before.has(it.id) && isExpression(it.expression, draft.expression));
}
