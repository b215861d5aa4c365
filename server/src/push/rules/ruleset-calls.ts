import type { Mode } from "../../api/rulesets.ts";
import { ServiceError } from "../../api/service-error.ts";
import type { Fields, RemoteRuleset, RulesetRule } from "../../api/shapes.ts";
import { onError } from "../../core/errors.ts";
import { type Change, hasAll } from "../plan/settings.ts";
import { PlanOutdated } from "../push-error.ts";
import { type Created, createdOtherwise } from "../session/create-once.ts";
import { Stopped } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";
import { isExpression, isOthers } from "./locate.ts";
import { ruleName } from "./name.ts";
import {
  type Placing,
  type RulesetWork,
  rulesetBody,
  rulesetChanges,
  rulesetSettings,
} from "./ruleset-work.ts";

/** A rule and the ruleset that it is in. */
export type RuleInRuleset = { readonly ruleset: RemoteRuleset; readonly rule: RulesetRule };

/**
 * Creates the rule, unless another process has done so since the plan was made. The answer is the whole ruleset, so it shows which
 * rules were added before ours. If the entry point was created elsewhere, the rule is added to it by another plan.
 */
export async function createRule(planned: RulesetWork): Promise<Created<RuleInRuleset>> {
  const work = await workNow(planned);
  requireNone(planned, work.ruleset);
  try {
    return await addRule(planned, work);
  } catch (error) {
    if (work.ruleset || !(error instanceof Stopped) || error.known !== "not-done") throw error;
    const again = await workNow(planned);
    if (!again.ruleset) throw error;
    requireNone(planned, again.ruleset);
    throw new PlanOutdated();
  }
}

/** Refuses the plan if such a rule was created elsewhere since it was made. */
function requireNone(planned: RulesetWork, now: RemoteRuleset | undefined): void {
  if (rivalIn(planned, now)) throw new PlanOutdated();
}

/** The work with the ruleset as it is now. */
async function workNow(work: RulesetWork): Promise<RulesetWork> {
  const { draft, session, zone } = work;
  const ruleset = await session.service.rulesets.entryPointAgain(zone, draft.phase);
  return { ...work, ruleset };
}

/** The rules that the plan did not know, and that do what ours does. */
function freshIn({ ruleset, draft }: RulesetWork, now: RemoteRuleset | undefined): RulesetRule[] {
  const known = new Set(ruleset?.rules.map((it) => it.id));
  return (now?.rules ?? []).filter(
    (it) =>
      !known.has(it.id) &&
      isExpression(it.expression, draft.expression) &&
      it.action === draft.action,
  );
}

/** An equal rule that was created elsewhere since the plan was made. */
function rivalIn(
  work: RulesetWork,
  now: RemoteRuleset | undefined,
  own?: RulesetRule,
): RuleInRuleset | undefined {
  const fresh = freshIn(work, now).filter(
    (it) => it.id !== own?.id && !isOthers(it.id, work.slot, work.session),
  );
  const rule = fresh.find((it) => rulesetChanges(work, it).length === 0);
  if (rule && now) return { ruleset: now, rule };
  if (fresh[0] && !own) throw createdOtherwise(`rule ${ruleName(rulesetSettings(fresh[0]))}`);
  return undefined;
}

async function addRule(planned: RulesetWork, work: RulesetWork): Promise<Created<RuleInRuleset>> {
  const { draft, session, slot, zone, ruleset } = work;
  const { rulesets } = session.service;
  const placing = work.place(ruleset?.rules ?? [], undefined);
  const body = withPosition(rulesetBody(work, undefined), placing);
  const add = (mode: Mode) =>
    ruleset
      ? rulesets.addRule(zone, ruleset.id, body, mode)
      : rulesets.create(zone, draft.phase, body, mode);
  await validate(session, () => add("judge"));
  let isCertain = false;
  const item = await slot.during(
    { ...slot.entry, state: "creating-rule" },
    {
      what: "Create rule",
      send: async () => {
        const written = ownIn(work, placing, await add("do"));
        if (!written) throw lacksRule();
        isCertain = true;
        return written;
      },
      look: async () => ownIn(work, placing, await rulesets.entryPointAgain(zone, draft.phase)),
    },
  );
  // Only what is certainly ours is deleted.
  const older = isCertain ? rivalIn(planned, item.ruleset, item.rule) : undefined;
  return older ? giveWay(work, item, older) : { item };
}

/** Our own rule among equal ones: the service inserted it last, next to its position. */
function ownIn(
  work: RulesetWork,
  placing: Placing | undefined,
  now: RemoteRuleset | undefined,
): RuleInRuleset | undefined {
  const fresh = freshIn(work, now);
  const sent = placing?.sent ?? { after: "" };
  const at = "index" in sent ? now?.rules[sent.index - 1] : undefined;
  const placed = fresh.find((it) => it.id === at?.id);
  const rule = placed ?? ("after" in sent && sent.after !== "" ? fresh[0] : fresh.at(-1));
  return now && rule && { ruleset: now, rule };
}

/** Deletes our own rule, because an equal one was there first. */
async function giveWay(
  { session, slot, zone, draft }: RulesetWork,
  { ruleset, rule: own }: RuleInRuleset,
  older: RuleInRuleset,
): Promise<Created<RuleInRuleset>> {
  const { rulesets } = session.service;
  const place = { zone, ruleset: ruleset.id, rule: own.id };
  const now = () => rulesets.entryPointAgain(zone, draft.phase);
  await slot.during(
    { ruleset: ruleset.id, rule: own.id, state: "deleting-rule" },
    {
      what: `Delete rule ${ruleName(rulesetSettings(own))}`,
      send: () => rulesets.deleteRule(place).then(() => true),
      look: async () => ((await now())?.rules.some((it) => it.id === own.id) ? undefined : true),
    },
  );
  const left = { ...ruleset, rules: ruleset.rules.filter((it) => it.id !== own.id) };
  return { item: { ruleset: left, rule: older.rule }, isAdopted: true };
}

export async function changeRule(
  work: RulesetWork,
  { ruleset, rule }: RuleInRuleset,
  changes: readonly Change[],
  moves: boolean,
): Promise<RuleInRuleset> {
  const { draft, session, slot, zone } = work;
  const { rulesets } = session.service;
  const whole = rulesetBody(work, rule);
  const body = moves ? withPosition(whole, work.place(ruleset.rules, rule.id)) : whole;
  const place = { zone, ruleset: ruleset.id, rule: rule.id };
  const isIt = (it: RulesetRule) => it.id === rule.id;
  const hasChanged = (it: RulesetRule) => isIt(it) && hasAll(rulesetSettings(it), changes);
  await validate(session, () => rulesets.changeRule(place, body, "judge"));
  return slot.during(
    { ...slot.entry, ruleset: ruleset.id, rule: rule.id, state: "updating-rule" },
    {
      what: `Update rule ${ruleName(rulesetSettings(rule))}`,
      send: async () => ruleIn(await rulesets.changeRule(place, body, "do"), isIt),
      look: async () => {
        const now = await rulesets.entryPointAgain(zone, draft.phase);
        const isMoved = !moves || !work.place(now?.rules ?? [], rule.id);
        return isMoved ? optionalRuleIn(now, hasChanged) : undefined;
      },
    },
  );
}

function withPosition(body: Fields, placing: Placing | undefined): Fields {
  return placing ? { ...body, position: placing.sent } : body;
}

/** Asks the service to validate the request first. Nothing is changed, so a failure leaves no doubt. */
async function validate({ stop }: Session, judge: () => Promise<unknown>): Promise<void> {
  stop?.before("Dry run");
  const fail = onError(ServiceError, (error): never => {
    throw new Stopped(`Dry run: ${error.message} Nothing was changed.`, "not-done", error);
  });
  await judge().catch(fail);
}

function optionalRuleIn(
  ruleset: RemoteRuleset | undefined,
  fits: (rule: RulesetRule) => boolean,
): RuleInRuleset | undefined {
  const rule = ruleset?.rules.findLast(fits);
  return ruleset && rule ? { ruleset, rule } : undefined;
}

/** The response is the whole ruleset. If our rule is not in it, the outcome has to be looked up. */
function ruleIn(
  ruleset: RemoteRuleset | undefined,
  fits: (rule: RulesetRule) => boolean,
): RuleInRuleset {
  const written = optionalRuleIn(ruleset, fits);
  if (!written) throw lacksRule();
  return written;
}

function lacksRule(): ServiceError {
  return new ServiceError("The response does not include the rule.", "unknown");
}
