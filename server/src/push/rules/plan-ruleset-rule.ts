import type { RemoteRuleset, RulesetRule } from "../../api/shapes.ts";
import { draftRule, draftRuleSettings, readRuleFile } from "../drafts/rule.ts";
import { adopting, sinceLast } from "../plan/changed-since-push.ts";
import type { Planned, Undo } from "../plan/plan.ts";
import { requireCurrentPlan } from "../plan/require-current-plan.ts";
import { changesTo, stateOf, writtenDifferently } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { optionName } from "../session/conversation.ts";
import { adoptedMessage } from "../session/create-once.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf, ruleZone } from "../session/place.ts";
import type { RunOrder } from "../session/run-order.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { locate } from "./locate.ts";
import { ruleName } from "./name.ts";
import { notInLockFile, placeInRun, positionChange } from "./placing.ts";
import { changeRule, createRule, type RuleInRuleset } from "./ruleset-calls.ts";
import {
  lostWithAction,
  type RulesetWork,
  recordRule,
  rulesetChanges,
  rulesetIds,
  rulesetSettings,
  wholeRulesetRule,
} from "./ruleset-work.ts";
import { runOrder } from "./run-order.ts";

/** Plans the push of a rule to the zone's entry point of its phase: add it, or update it in place. */
export async function planRulesetRule(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<Planned> {
  if (choices.inline)
    throw new PushError(
      `'${optionName("inline", session)}' only applies to firewall rules. Rulesets always use one call.`,
    );
  const order = choices.orders?.of(session) ?? (await runOrder([path], session));
  if (!choices.compareOnly) requirePosition(path, order);
  const work = await workOnRulesetRule(path, session, choices, order);
  const planned = await planWork(work);
  const notes =
    planned.plan.outcome === "created"
      ? notInLockFile(work.draft, work.ruleset?.id, order, session)
      : [];
  return { ...planned, plan: { ...planned.plan, notes: [...planned.plan.notes, ...notes] } };
}

/** The rules of a run are pushed only if all of them can have their positions. */
function requirePosition(path: string, { faults }: RunOrder): void {
  const own = faults.get(path);
  if (own !== undefined) throw new PushError(own);
  const [first] = faults;
  if (first) throw new PushError(`Not pushed, because of the position in '${first[0]}'.`);
}

export async function planWork(work: RulesetWork): Promise<Planned> {
  const rules = work.ruleset?.rules ?? [];
  const { id, notes, adopts } = await locate(
    work,
    rules.map((it) => ({ id: it.id, settings: rulesetSettings(it) })),
    (id, { ruleset }) => knownRule(work, ruleset, id),
  );
  const rule = rules.find((it) => it.id === id);
  const known = [...work.draft.notes, ...notes];
  if (!rule || !work.ruleset) return planCreation(work, known);
  const planned = planChange(work, work.ruleset, rule, known);
  return adopts ? adopting(planned) : planned;
}

/**
 * The service returns rules only as part of their ruleset, which can be read by ID or by phase. The list of a phase lacks
 * the rules of other phases, such as the rule of a deleted file.
 */
async function knownRule(
  { session, zone, draft, slot }: RulesetWork,
  ruleset: string | undefined,
  id: string,
): Promise<RulesetRule | undefined> {
  if (ruleset === undefined) return undefined;
  const found = await session.service.rulesets.get(zone, ruleset);
  const rule = found?.rules.find((it) => it.id === id);
  if (!rule || found?.phase === draft.phase) return rule;
  if (id === slot.entry?.rule)
    throw new PushError(
      `The rule is in phase '${found?.phase}', which cannot be changed. Nothing was sent. Push a new file for '${draft.phase}', then delete this rule.`,
    );
  return undefined;
}

export async function workOnRulesetRule(
  path: string,
  session: Session,
  choices: PushChoices,
  order: RunOrder,
): Promise<RulesetWork> {
  const zone = ruleZone(session.place);
  const slot = new LockSlot(
    session,
    path,
    locationOf(session.place, "rulesets", { zone_id: zone }),
  );
  const source = readRuleFile(path, session);
  const ruleset = await session.service.rulesets.entryPoint(zone, source.phase);
  const entry = slot.entry;
  const known = ruleset?.rules.find((it) => it.id === entry?.rule);
  const draft = await draftRule(source, session, choices, known?.action);
  const place = placeInRun(draft, order, session, choices.compareOnly);
  const past = session.lock.entry(path, session.place.profile);
  return { draft, session, slot, zone, ruleset, place, past, local: draftRuleSettings(draft) };
}

function planCreation(work: RulesetWork, notes: readonly string[]): Planned {
  const { draft, ruleset, local } = work;
  return {
    plan: {
      path: draft.path,
      title: ruleset ? "Add rule" : `Create ruleset '${draft.phase}' with this rule`,
      outcome: "created",
      changes: [
        ...changesTo({}, local),
        ...positionChange(work.place(ruleset?.rules ?? [], undefined), [], undefined),
      ],
      notes: [...notes, ...pausedNote(local.enabled === false)],
    },
    async run() {
      const { item: written, isAdopted } = await createRule(work);
      recordRule(work, written);
      const what = `rule ${ruleName(rulesetSettings(written.rule))}`;
      if (isAdopted)
        return {
          outcome: "unchanged",
          ids: rulesetIds(written),
          message: adoptedMessage(what),
        };
      const message = `Created rule ${ruleName(local)}.`;
      return { ids: rulesetIds(written), message, undo: undoOf(work, undefined, written) };
    },
  };
}

export function planChange(
  work: RulesetWork,
  ruleset: RemoteRuleset,
  rule: RulesetRule,
  notes: readonly string[],
): Planned {
  const { draft, slot } = work;
  const { entry } = slot;
  const settings = rulesetChanges(work, rule);
  const moves = positionChange(work.place(ruleset.rules, rule.id), ruleset.rules, rule.id);
  const changes = [...settings, ...moves];
  const isChanged = changes.length > 0;
  const enabled = changes.find((it) => it.name === "enabled");
  const isOff = enabled ? enabled.after === false : rule.enabled === false;
  return {
    plan: {
      path: draft.path,
      title: `${isChanged ? "Update" : "Keep"} rule ${ruleName(rulesetSettings(rule))}`,
      outcome: isChanged ? "updated" : "unchanged",
      ids: rulesetIds({ ruleset, rule }),
      changes,
      current: rulesetSettings(rule),
      basis: stateOf(wholeRulesetRule(rule)),
      since: sinceLast(entry, work.local, rulesetSettings(rule)),
      remark: writtenDifferently(rulesetSettings(rule), work.local),
      notes: [...notes, ...lostWithAction(rule, draft), ...pausedNote(isOff)],
    },
    async run() {
      const before = { ruleset, rule };
      if (isChanged) await requireRule(work, rule);
      const written = isChanged
        ? await changeRule(work, before, settings, moves.length > 0)
        : before;
      recordRule(work, written);
      const what = isChanged ? "Updated rule" : "No changes: the file matches rule";
      const position = ruleset.rules.findIndex((it) => it.id === rule.id) + 1;
      const moved = moves.length > 0 ? { position } : undefined;
      const undo = isChanged
        ? { undo: { ...undoOf(work, rule, written), entry, ...moved } }
        : undefined;
      return {
        ids: rulesetIds(written),
        message: `${what} ${ruleName(rulesetSettings(written.rule))}.`,
        ...undo,
      };
    },
  };
}

async function requireRule({ session, zone, draft }: RulesetWork, rule: RulesetRule) {
  const ruleset = await session.service.rulesets.entryPointAgain(zone, draft.phase);
  const now = ruleset?.rules.find((it) => it.id === rule.id);
  requireCurrentPlan(`rule ${ruleName(rulesetSettings(rule))}`, rule, now, wholeRulesetRule);
}

function undoOf(
  { zone, draft }: RulesetWork,
  before: RulesetRule | undefined,
  after: RuleInRuleset,
): Undo {
  const { ruleset, rule } = after;
  return {
    kind: "ruleset-rule",
    zone,
    phase: draft.phase,
    ruleset: ruleset.id,
    before,
    after: rule,
    entry: undefined,
  };
}

function pausedNote(isOff: boolean): string[] {
  return isOff ? ["The rule is disabled and has no effect."] : [];
}
