import type { RemoteFilter, RemoteJob, RemoteRule, Scope } from "../../api/shapes.ts";
import { jobSettings } from "../drafts/job.ts";
import { findInHosts, hostFiles, type NamedResource } from "../host-resources.ts";
import { jobById, ownerOf } from "../jobs/find-by-id.ts";
import { shownChanges } from "../jobs/masked-job.ts";
import { jobLabel } from "../jobs/work.ts";
import { hideDestination } from "../masking/destination.ts";
import { eachString, secretsIn } from "../masking/variables.ts";
import type { Ids, PlanDraft, Planned, Result } from "../plan/plan.ts";
import { requireCurrentPlan } from "../plan/require-current-plan.ts";
import { type Change, changesTo, type Settings } from "../plan/settings.ts";
import { carryOut, type PushOptions } from "../push.ts";
import { PushError } from "../push-error.ts";
import { noFile } from "../records/records.ts";
import { resultOf } from "../result.ts";
import { isInUse } from "../rules/delete-filter.ts";
import { rulesetsInScope } from "../rules/in-scope.ts";
import { filterName, ruleName } from "../rules/name.ts";
import { rulesetSettings } from "../rules/ruleset-work.ts";
import { readZone, ruleSettings, usersOf, wholeRule } from "../rules/work.ts";
import { confirmOutcome, withAdvice } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";

/** Deletes a job, rule or filter without a file. */
export function deleteById(id: string, session: Session, options: PushOptions): Promise<Result> {
  const work = { plan: (at: Session) => planById(id, at) };
  return resultOf(id, session, () => carryOut(work, session, options));
}

async function planById(id: string, session: Session): Promise<Planned> {
  refuseOwned(id, session);
  const found = (await findJob(id, session)) ?? (await findRule(id, session));
  if (found) {
    const hosts = found.named ? hostFiles(session) : [];
    const host = found.named && findInHosts(found.named, hosts);
    const fault = hosts.find((it) => it.fault !== undefined)?.fault;
    const note = host
      ? `It is in '${host.path}' (line ${host.line}), which may manage it.`
      : fault && `Unknown whether another file manages it. ${fault}`;
    return planned(id, { ...found, notes: [...found.notes, ...(note ? [note] : [])] }, session);
  }
  throw new PushError(
    `Nothing on the service has the ID '${id}'. Run 'weir diff' to list what has no file.`,
  );
}

/** A resource with a file is deleted by its file, so that the lock file is updated. */
function refuseOwned(id: string, session: Session): void {
  const owner = ownerOf(id, session);
  if (owner !== undefined)
    throw new PushError(`'${id}' belongs to '${owner}'. Run 'weir delete ${owner}' instead.`);
}

/** The resource, and the request that deletes it. */
interface Deletion {
  /** As in "rule 'Office logins'". */
  readonly what: string;
  readonly ids: Ids;
  /** The resource, as other files may name it. */
  readonly named?: NamedResource;
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  /** Throws if the resource has changed since it was found. */
  check(): Promise<void>;
  send(): Promise<void>;
  isGone(): Promise<boolean>;
  /** The filter that a push created, and that only this rule still uses. */
  readonly ownFilter?: Deletion;
}

function planned(id: string, found: Deletion, session: Session): Planned {
  const { ids, notes, ownFilter } = found;
  const hide = (text: string) => secretsIn(session.env).hide(text);
  const what = hide(found.what);
  const plan: PlanDraft = {
    path: id,
    title: ownFilter ? `Delete ${what} and its filter` : `Delete ${what}`,
    outcome: "deleted",
    ids,
    changes: found.changes.map((it) => ({ ...it, before: eachString(it.before, hide) })),
    notes,
  };
  return {
    plan,
    async run() {
      await deleteFound(found, session);
      const kept = ownFilter && (await deleteUnlessInUse(ownFilter, session));
      return { ids, message: `Deleted ${what}.${kept ?? ""}`, cannotUndo: noFile(id) };
    },
  };
}

async function deleteFound(found: Deletion, { stop, conversation, lock }: Session): Promise<void> {
  await found.check();
  const what = `Delete ${found.what}`;
  stop?.before(what);
  conversation.progress(what);
  const send = () => found.send().then(() => true);
  const look = async () => ((await found.isGone()) ? true : undefined);
  const call = () => confirmOutcome({ what, send, look });
  await (stop ? stop.during(call) : call());
  if (found.ids.filter !== undefined) lock.forgetFilter(found.ids.filter);
}

/** If another feature uses the filter, the service refuses, and the filter is kept. */
async function deleteUnlessInUse(filter: Deletion, session: Session): Promise<string | undefined> {
  try {
    await deleteFound(filter, session);
    return undefined;
  } catch (error) {
    if (isInUse(error)) return ` The ${filter.what} was kept because something else uses it.`;
    const again = { what: "try again", to: "delete it" };
    throw withAdvice(error, `The ${filter.what} was not deleted.`, again);
  }
}

async function findJob(id: string, session: Session): Promise<Deletion | undefined> {
  const found = await jobById(id, session);
  return found && jobFound(found.job, found.scope, session);
}

function jobFound(job: RemoteJob, scope: Scope, { service }: Session): Deletion {
  const { jobs, secrets } = service;
  hideDestination(job.destination_conf, secrets);
  return {
    what: `job ${jobLabel(job, { template: {} })}`,
    ids: { job: String(job.id) },
    named: { kind: "job", id: String(job.id), title: job.name },
    changes: shownChanges(deleted(jobSettings(job)), {}, {}),
    notes: job.enabled === true ? ["The job is enabled and will stop sending log lines."] : [],
    check: async () =>
      requireCurrentPlan(`job ${job.id}`, job, await jobs.get(scope, job.id), jobSettings),
    send: () => jobs.delete(scope, job.id),
    isGone: async () => (await jobs.get(scope, job.id)) === undefined,
  };
}

function deleted(settings: Settings): Change[] {
  return changesTo(settings, {}, Object.keys(settings));
}

function namedRule(id: string, { ref, description, expression }: Settings): NamedResource {
  return { kind: "rule", id, ref, title: description, expression };
}

async function findRule(id: string, session: Session): Promise<Deletion | undefined> {
  const { zone, rulesTarget } = session.place;
  if (zone === undefined) return undefined;
  if (rulesTarget === "rulesets") return findInRulesets(id, zone, session);
  const { rules, filters } = await readZone(zone, session);
  const rule = rules.find((it) => it.id === id);
  if (rule) {
    const own = session.lock.keptFilters().includes(rule.filter.id);
    const users = usersOf(rule.filter.id, rules, id);
    const left = own && users.length === 0 && filters.find((it) => it.id === rule.filter.id);
    const ownFilter = left ? filterFound(left, [], zone, session) : undefined;
    return ruleFound(rule, ownFilter, zone, session);
  }
  const filter = filters.find((it) => it.id === id);
  return filter && filterFound(filter, rules, zone, session);
}

function ruleFound(
  rule: RemoteRule,
  ownFilter: Deletion | undefined,
  zone: string,
  { service }: Session,
): Deletion {
  const { id, filter } = rule;
  const name = ruleName(ruleSettings(rule));
  return {
    what: `rule ${name}`,
    ids: { rule: id },
    named: namedRule(id, ruleSettings(rule)),
    changes: deleted(ruleSettings(rule)),
    ...(ownFilter && { ownFilter }),
    notes: ownFilter
      ? []
      : [
          `Its filter (${filter.id}) is kept. To delete it too, run 'weir delete --id ${filter.id}'.`,
        ],
    check: async () =>
      requireCurrentPlan(`rule ${name}`, rule, await service.rules.get(zone, id), wholeRule),
    send: () => service.rules.delete(zone, id),
    isGone: async () => (await service.rules.get(zone, id)) === undefined,
  };
}

function filterFound(
  filter: RemoteFilter,
  rules: readonly RemoteRule[],
  zone: string,
  { service }: Session,
): Deletion {
  const { id } = filter;
  const name = filterName(id, [filter]);
  const users = usersOf(id, rules).map((it) => ruleName(ruleSettings(it)));
  if (users.length > 0)
    throw new PushError(
      `The filter ${name} is used by ${users.join(", ")}. Delete the rule first.`,
    );
  const settings = ({ expression }: RemoteFilter): Settings => ({ expression });
  return {
    what: `filter ${name}`,
    ids: { filter: id },
    changes: deleted(settings(filter)),
    notes: [],
    check: async () =>
      requireCurrentPlan(`filter ${name}`, filter, await service.filters.get(zone, id), settings),
    send: () => service.filters.delete(zone, id),
    isGone: async () => (await service.filters.get(zone, id)) === undefined,
  };
}

async function findInRulesets(
  id: string,
  zone: string,
  session: Session,
): Promise<Deletion | undefined> {
  const { rulesets } = session.service;
  const inZone = await rulesetsInScope(session, [{ zone_id: zone }]);
  for (const { ruleset } of inZone.rulesets) {
    const rule = ruleset.rules.find((it) => it.id === id);
    if (!rule) continue;
    const name = ruleName(rulesetSettings(rule));
    const now = async () =>
      (await rulesets.getAgain(zone, ruleset.id))?.rules.find((it) => it.id === id);
    return {
      what: `rule ${name}`,
      ids: { ruleset: ruleset.id, rule: id },
      named: namedRule(id, rulesetSettings(rule)),
      changes: deleted(rulesetSettings(rule)),
      notes: [],
      check: async () => requireCurrentPlan(`rule ${name}`, rule, await now(), rulesetSettings),
      send: () => rulesets.deleteRule({ zone, ruleset: ruleset.id, rule: id }).then(() => {}),
      isGone: async () => (await now()) === undefined,
    };
  }
  const [unread] = inZone.notRead;
  if (!unread) return undefined;
  throw new PushError(`'${id}' was not found. Not examined: ${unread.what}. ${unread.why}`);
}
