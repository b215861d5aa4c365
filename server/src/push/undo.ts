import type { RemoteJob } from "../api/shapes.ts";
import { rulePhase } from "../languages.ts";
import { quotedList } from "../text/wording.ts";
import { done, type LockEntry } from "../workspace/lock/lock.ts";
import { planDeletion } from "./delete.ts";
import { type JobDraft, jobSettings, templateAt } from "./drafts/job.ts";
import { placingOf } from "./drafts/position.ts";
import type { RuleDraft } from "./drafts/rule.ts";
import { type FilterWork, filterOf, setFilters } from "./jobs/filter.ts";
import { writtenBy } from "./jobs/filter-target.ts";
import { planUpdate } from "./jobs/plan.ts";
import { jobLabel } from "./jobs/work.ts";
import type {
  JobFiltersUndo,
  JobUndo,
  Planned,
  Result,
  RulesetRuleUndo,
  RuleUndo,
  Undo,
} from "./plan/plan.ts";
import { canonical, hashOf, type Settings } from "./plan/settings.ts";
import { carryOut, type PushOptions, resultOf } from "./push.ts";
import { PushError } from "./push-error.ts";
import { ruleName } from "./rules/name.ts";
import { planWork } from "./rules/plan.ts";
import { planChange } from "./rules/plan-ruleset-rule.ts";
import { rulesetSettings, wholeRulesetRule } from "./rules/ruleset-work.ts";
import { readZone, ruleSettings, wholeRule } from "./rules/work.ts";
import { LockSlot } from "./session/lock-slot.ts";
import { locationOf, scopeText } from "./session/place.ts";
import type { Session } from "./session/session.ts";
import { forgetUndo, keptUndo } from "./undo-file.ts";

/**
 * Restores the state before a push: deletes what was created, and reverts what was updated. The file is not changed. Refused
 * when the service no longer has the state that the push left.
 */
export async function undo(
  path: string,
  session: Session,
  was: Undo,
  options: PushOptions = {},
): Promise<Result> {
  const result = await resultOf(path, session, () =>
    carryOut(() => planUndo(path, session, was), session, options),
  );
  if (!result.refused && !options.dryRun) forgetUndo(path, session);
  return result;
}

/** Undoes the last push of a file, from its undo file. */
export function undoKept(path: string, session: Session, options: PushOptions): Promise<Result> {
  const kept = keptUndo(path, session);
  if (kept?.undo) return undo(path, session, kept.undo, options);
  return resultOf(path, session, async () => {
    throw new PushError(
      kept
        ? `'${path}' was deleted from the service. Push it to create it again.`
        : `Nothing to undo: no push of '${path}' is recorded.`,
    );
  });
}

/** Refuses to lose changes on the service: settings that were not stored may have changed too. */
async function undoCreation(path: string, session: Session): Promise<Planned> {
  const planned = await planDeletion(path, session);
  if (!planned.plan.overwrites) return planned;
  throw new PushError(`${planned.plan.overwrites.reason} Nothing was undone. ${compareFirst}`);
}

const compareFirst = "Compare the file with the service first.";

function planUndo(path: string, session: Session, was: Undo): Promise<Planned> {
  switch (was.kind) {
    case "job":
      return undoJob(path, session, was);
    case "job-filters":
      return undoFilters(path, session, was);
    case "rule":
      return undoRule(path, session, was);
    case "ruleset-rule":
      return undoRulesetRule(path, session, was);
  }
}

async function undoJob(path: string, session: Session, was: JobUndo): Promise<Planned> {
  const { before, after, entry, lost = [] } = was;
  if (lost.length > 0) throw new PushError(cannotRestore(lost));
  const { jobs, job, slot } = await unchangedJob(path, session, was);
  if (!before) return undoCreation(path, session);
  const { destination_conf } = before;
  if (typeof destination_conf === "string") session.service.secrets.add(destination_conf);
  const written = templateAt(path, session.files);
  const draft = { ...draftOf(path, was, before), ...written };
  const work = { draft, session, slot, jobs, local: jobSettings(before) };
  const planned = await planUpdate(work, job, []);
  const title = `Revert job ${jobLabel(before, written)}`;
  // Omitted settings have not changed.
  return restoring(planned, title, slot, entry, () => ({
    ...jobSettings(job),
    ...clearedSettings(jobSettings(after), before),
    ...jobSettings(before),
  }));
}

/** The job of a push, unchanged since then. */
async function unchangedJob(
  path: string,
  session: Session,
  { scope, after, hidden = [] }: Pick<JobUndo, "scope" | "after" | "hidden">,
) {
  const jobs = await session.service.jobs.list(scope);
  const label = jobLabel(after, writtenBy({ scope, job: after }, session));
  const job = unchangedResource(`job ${label}`, jobs, after, openSettings(hidden));
  const slot = slotOf(path, session, locationOf(session.place, "jobs", scope), { job: job.id });
  return { jobs, job, slot };
}

/** Settings that the push added to the job. */
function clearedSettings(after: Settings, before: RemoteJob): Settings {
  const was = jobSettings(before);
  const added = Object.keys(after).filter((it) => !(it in was));
  return Object.fromEntries(added.map((it) => [it, undefined]));
}

function openSettings(hidden: readonly string[]): (job: RemoteJob) => Settings {
  return (job) =>
    Object.fromEntries(
      Object.entries(jobSettings(job)).filter(
        ([name]) => !hidden.includes(name.replace(/\..*$/s, "")),
      ),
    );
}

function cannotRestore(lost: readonly string[]): string {
  const names = quotedList(lost);
  return `That push changed ${names}, which may contain secrets and is not stored. Restore the earlier file, for example from version control, and push it.`;
}

/** The previous job, in the form of a file. Settings that were not set are cleared. */
function draftOf(path: string, { scope, after }: JobUndo, before: RemoteJob): JobDraft {
  const { filter, output_options, ...rest } = before;
  const added = Object.entries(after)
    .filter(([name]) => !(name in jobSettings(before)) && name in jobSettings(after))
    .map(([name, value]) => [name, typeof value === "boolean" ? false : null]);
  const fields = { ...rest, ...Object.fromEntries(added), output_options };
  return {
    path,
    dataset: String(before.dataset ?? ""),
    scope,
    fields,
    template: fields,
    filter: typeof filter === "string" ? filter : "",
    filterPath: undefined,
    challenge: undefined,
    variables: [],
    missing: [],
  };
}

async function undoFilters(path: string, session: Session, was: JobFiltersUndo): Promise<Planned> {
  const targets: FilterWork[] = [];
  for (const pushed of was.jobs) {
    const { scope, before } = pushed;
    const { job, slot } = await unchangedJob(pushed.path, session, pushed);
    const filter = (before && filterOf(before)) ?? "";
    targets.push({ slot, scope, job, filter, replaces: [], notes: [] });
  }
  const [first] = targets;
  const ids = targets.map(({ job }) => job.id).join(", ");
  const names = targets.map((it) => jobLabel(it.job, writtenBy(it, session))).join(", ");
  const changes = first
    ? [{ name: "filter", before: filterOf(first.job), after: first.filter || undefined }]
    : [];
  const isBare = targets.some((it) => it.filter === "");
  return {
    plan: {
      path,
      title: `Restore the previous filter of job ${names}`,
      outcome: "updated",
      changes,
      notes: isBare ? ["Without a filter, the job sends all log lines."] : [],
      calls: targets.map(({ scope, job }) => `PUT ${scopeText(scope)}/logpush/jobs/${job.id}`),
    },
    async run() {
      const now = await setFilters(targets, targets, session, path);
      targets.forEach((it, i) => {
        restore(it.slot, was.jobs[i]?.entry, jobSettings(now.get(it) ?? it.job));
      });
      return { ids: { job: ids }, message: `Restored the previous filter of job ${names}.` };
    },
  };
}

async function undoRule(path: string, session: Session, was: RuleUndo): Promise<Planned> {
  const { zone, before, after, entry } = was;
  const { rules, filters } = await readZone(zone, session);
  const rule = unchangedResource(`rule ${ruleName(ruleSettings(after))}`, rules, after, wholeRule);
  const location = locationOf(session.place, "firewall-rules", { zone_id: zone });
  const slot = slotOf(path, session, location, { rule: rule.id });
  if (!before) return undoCreation(path, session);
  const draft = draftFrom(path, ruleSettings(before), rulePhase);
  const local = ruleSettings(before);
  const planned = await planWork({ draft, session, slot, zone, rules, filters, local });
  return restoring(
    planned,
    `Revert rule ${ruleName(ruleSettings(rule))}`,
    slot,
    entry,
    () => local,
  );
}

async function undoRulesetRule(
  path: string,
  session: Session,
  was: RulesetRuleUndo,
): Promise<Planned> {
  const { zone, phase, before, after, entry } = was;
  const ruleset = await session.service.rulesets.entryPoint(zone, phase);
  const rule = unchangedResource(
    `rule ${ruleName(rulesetSettings(after))}`,
    ruleset?.rules ?? [],
    after,
    wholeRulesetRule,
  );
  const location = locationOf(session.place, "rulesets", { zone_id: zone });
  const slot = slotOf(path, session, location, { rule: rule.id });
  if (!before || !ruleset) return undoCreation(path, session);
  const local = rulesetSettings(before);
  const { settings, ...draft } = draftFrom(path, local, phase);
  // Depends on the action, and is not part of a file.
  const logging = before.logging === undefined ? undefined : { logging: before.logging };
  const work = { draft: { ...draft, settings: { ...settings, ...logging } }, session, slot };
  const { position: index } = was;
  const placing =
    index === undefined
      ? undefined
      : placingOf({ kind: "index", index }, ruleset.rules, path, session);
  const planned = planChange({ ...work, zone, ruleset, local, placing }, ruleset, rule, []);
  return restoring(
    planned,
    `Revert rule ${ruleName(rulesetSettings(rule))}`,
    slot,
    entry,
    () => local,
  );
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

/** The current resource, which must match what the push left. */
function unchangedResource<Resource extends { readonly id: string | number }>(
  what: string,
  there: readonly Resource[],
  after: Resource,
  settings: (resource: Resource) => Settings,
): Resource {
  const now = there.find((it) => it.id === after.id);
  if (!now) throw new PushError(`The ${what} no longer exists, so there is nothing to undo.`);
  if (canonical(settings(now)) !== canonical(settings(after)))
    throw new PushError(
      `The ${what} has changed on the service since that push, so it was not reverted. ${compareFirst}`,
    );
  return now;
}

/** The lock entry of the file must still have the same resource. */
function slotOf(
  path: string,
  session: Session,
  location: LockSlot["location"],
  ids: Pick<LockEntry, "job" | "rule">,
): LockSlot {
  const slot = new LockSlot(session, path, location);
  const { job, rule } = slot.entry ?? {};
  if (job === ids.job && rule === ids.rule) return slot;
  throw new PushError(`'${path}' now refers to another resource, so that push was not undone.`);
}

/** Changes the title of a plan, and restores the lock entry from before the push. */
function restoring(
  { plan, run }: Planned,
  title: string,
  slot: LockSlot,
  entry: LockEntry | undefined,
  settings: () => Settings,
): Planned {
  return {
    plan: { ...plan, title, notes: [], since: undefined },
    async run() {
      const { ids } = await run();
      restore(slot, entry, settings());
      return { ids, message: "Restored the state from before the push." };
    },
  };
}

/** Uses the current IDs: a filter may have been created again. */
function restore(slot: LockSlot, before: LockEntry | undefined, settings: Settings): void {
  const { entry } = slot;
  if (!before || !entry) {
    slot.remove();
    return;
  }
  const { fields: _fields, hash: _hash, position: _position, ...ids } = entry;
  const { fields, position } = before;
  const known = fields ? { fields, hash: hashOf(settings, fields) } : undefined;
  slot.set({ ...ids, ...(position !== undefined && { position }), ...known, state: done });
}
