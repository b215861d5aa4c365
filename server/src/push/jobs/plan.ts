import { scryptSync } from "node:crypto";
import type { RemoteJob } from "../../api/shapes.ts";
import { done } from "../../workspace/lock/lock.ts";
import {
  draftSettings,
  hideValue,
  type JobDraft,
  jobSettings,
  openSettings,
  readJob,
} from "../drafts/job.ts";
import { hideDestination, writtenSecrets } from "../masking/destination.ts";
import { exposuresIn, exposureText } from "../masking/exposures.ts";
import { adopting, sinceLast } from "../plan/changed-since-push.ts";
import { findListed } from "../plan/listed.ts";
import type { Plan, PlanDraft, Planned } from "../plan/plan.ts";
import { requireCurrentPlan } from "../plan/require-current-plan.ts";
import {
  type Change,
  changesTo,
  removedSince,
  type Settings,
  stateOf,
  writtenDifferently,
} from "../plan/settings.ts";
import { VariableNeeded } from "../push-error.ts";
import { adoptedMessage } from "../session/create-once.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf } from "../session/place.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { createJob, deleteReplacedJob, updateJob } from "./calls.ts";
import { locateJob } from "./locate.ts";
import { planReplacement } from "./replace.ts";
import {
  aboutJob,
  entryOf,
  idsOf,
  type JobWork,
  jobLabel,
  namedOf,
  nameOf,
  replacedOnce,
  settingsInPlan,
  shownInPlan,
} from "./work.ts";

/** Plans the push of a `.lpjob`: create, update or replace the job. */
export async function planJob(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<Planned> {
  const draft = readJob(path, session);
  const [missing] = draft.missing;
  if (missing !== undefined && !choices.compareOnly) throw new VariableNeeded(path, missing);
  keepSecrets(draft, session);
  const work = await workOn(draft, session);
  const { plan, run } = await planWork(work, choices);
  return { plan: { ...plan, ...secretsHash(draft), ...exposed(plan, draft) }, run };
}

/** Of an unchanged setting, nothing is sent, unless the destination is another one, which gets what the job has. */
function exposed(
  { changes, outcome, notes }: PlanDraft,
  { template, fields }: JobDraft,
): Partial<Pick<Plan, "exposes" | "notes">> {
  const written = jobSettings(template);
  const isElsewhere = changes.some((it) => it.name === "destination_conf");
  const names = isElsewhere ? Object.keys(written) : changes.map((it) => it.name);
  const sent = Object.fromEntries(names.map((it) => [it, written[it]]));
  const { destination_conf } = fields;
  const exposes = exposuresIn(sent, template.destination_conf, destination_conf);
  if (outcome === "unchanged" || exposes.length === 0) return {};
  return { exposes, notes: [...notes, ...exposes.map(exposureText)] };
}

async function planWork(work: JobWork, choices: PushChoices): Promise<Planned> {
  const { job, notes, adopts } = await locateJob(work, choices);
  if (!job) return planCreation(work, notes);
  const changed = unchangeable.find((it) => differs(it, job, work.local));
  const planned = changed
    ? planReplacement(work, job, changed, notes)
    : await planUpdate(work, job, notes);
  return adopts ? adopting(planned) : planned;
}

/** A key can be short and known in part, so its hash is slow to compute. */
function secretsHash({ template }: JobDraft): Pick<Plan, "hashSecrets"> {
  const secrets = writtenSecrets(String(template.destination_conf ?? ""));
  if (secrets.length === 0) return {};
  return {
    hashSecrets: (salt) => scryptSync(JSON.stringify(secrets), salt, 32).toString("hex"),
  };
}

/** Immutable settings of a job. */
const unchangeable = ["dataset", "kind"] as const;

function differs(name: string, job: RemoteJob, local: Settings): boolean {
  return name in local && changesTo(jobSettings(job), { [name]: local[name] }).length > 0;
}

export async function workOn(draft: JobDraft, session: Session): Promise<JobWork> {
  const slot = new LockSlot(session, draft.path, locationOf(session.place, "jobs", draft.scope));
  const jobs = await session.service.jobs.list(draft.scope);
  return { draft, session, slot, jobs, local: draftSettings(draft) };
}

/** Masks the destination and the values of variables in all later messages. */
export function keepSecrets({ fields, challenge, variables }: JobDraft, session: Session): void {
  const { secrets } = session.service;
  hideDestination(fields.destination_conf, secrets);
  if (challenge !== undefined) secrets.add(challenge);
  for (const name of variables) hideValue(secrets, session.env[name]);
}

function planCreation(work: JobWork, notes: readonly string[]): Planned {
  const { draft, local } = work;
  const isOn = draft.fields.enabled === true;
  return {
    plan: {
      path: draft.path,
      title: `Create job ${nameOf(draft.template)}`,
      about: aboutJob(draft.fields, draft),
      outcome: "created",
      changes: shownInPlan(changesTo({}, local), draft),
      notes: [
        ...notes,
        isOn
          ? "The job is created enabled and starts sending immediately."
          : 'The job is created disabled. Set "enabled": true to start sending.',
        ...variableNotes(draft),
      ],
    },
    async run() {
      const { item: job, isAdopted } = await createJob(work, { state: "creating-job" });
      work.slot.set(entryOf(work.local, job, done));
      if (isAdopted)
        return {
          outcome: "unchanged",
          ids: idsOf(job),
          message: adoptedMessage(`job ${jobLabel(job, draft)}`),
        };
      const undo = { kind: "job", scope: draft.scope, before: undefined, after: job } as const;
      const message = `Created job ${jobLabel(job, draft)}.`;
      return { ids: idsOf(job), message, undo: { ...undo, entry: undefined } };
    },
  };
}

export async function planUpdate(
  work: JobWork,
  job: RemoteJob,
  notes: readonly string[],
): Promise<Planned> {
  const { draft, slot } = work;
  const { entry } = slot;
  const changes = jobChanges(work, job);
  const old = await replacedJob(work, job);
  const isChanged = changes.length > 0 || old !== undefined;
  return {
    plan: {
      path: draft.path,
      title: `${isChanged ? "Update" : "Keep"} job ${jobLabel(job, draft)}`,
      about: aboutJob(job, draft),
      outcome: isChanged ? "updated" : "unchanged",
      ids: idsOf(job),
      changes: shownInPlan(changes, draft),
      current: settingsInPlan(jobSettings(job), draft),
      basis: stateOf(jobSettings(job)),
      since: sinceLast(entry, work.local, jobSettings(job)),
      remark: writtenDifferently(jobSettings(job), work.local) + notCompared(draft),
      notes: [...notes, ...updateNotes(work, job, changes), ...(old ? [leftOver(old, draft)] : [])],
      ...(old ? { named: { ...namedOf(old, draft), replacedBy: String(job.id) } } : undefined),
    },
    async run() {
      const changed = changes.length > 0 ? await updateChecked(work, job, changes) : job;
      if (old) await deleteReplacedJob(work, changed, old);
      else work.slot.set(entryOf(work.local, changed, done));
      const what = isChanged ? "Updated job" : "No changes: the file matches job";
      const was = { kind: "job", scope: draft.scope, before: job, after: changed, entry } as const;
      // A job that was deleted during the push is not created again.
      const undo = old
        ? { cannotUndo: replacedOnce }
        : changes.length > 0
          ? { undo: was }
          : undefined;
      return { ids: idsOf(job), message: `${what} ${jobLabel(changed, draft)}.`, ...undo };
    },
  };
}

/** The job that this one replaces, if it still exists. */
function replacedJob(
  { slot, jobs, session, draft }: JobWork,
  { id }: RemoteJob,
): Promise<RemoteJob | undefined> {
  const { old } = slot.entry ?? {};
  const other = typeof old === "number" && old !== id ? old : undefined;
  return findListed("job", jobs, other, (it) => session.service.jobs.get(draft.scope, it));
}

async function updateChecked(
  work: JobWork,
  job: RemoteJob,
  changes: readonly Change[],
): Promise<RemoteJob> {
  const now = await work.session.service.jobs.get(work.draft.scope, job.id);
  requireCurrentPlan(`job ${jobLabel(job, work.draft)}`, job, now, jobSettings);
  return updateJob(work, job, changes);
}

/** Differences between the file and the job, including settings removed from the file since the last push. */
function jobChanges({ draft, slot, local }: JobWork, job: RemoteJob): Change[] {
  const left = removedSince(slot.entry?.fields, local).filter(isClearable);
  const cleared = Object.entries(draft.fields).flatMap(([name, value]) =>
    value === null || value === "" ? [name] : [],
  );
  const noFilter = draft.filter === "" ? ["filter"] : [];
  const open = openSettings(draft);
  return changesTo(jobSettings(job), local, [...left, ...cleared, ...noFilter]).filter(
    ({ name }) => !open.has(name),
  );
}

/** An empty filter means no filter, and options have defaults. Other settings cannot be cleared. */
function isClearable(name: string): boolean {
  return name === "filter" || name.startsWith("output_options.");
}

function updateNotes(
  { draft, slot, local }: JobWork,
  job: RemoteJob,
  changes: readonly Change[],
): string[] {
  const stays = removedSince(slot.entry?.fields, local).filter((it) => !isClearable(it));
  const keptFilter = draft.filter === undefined && job.filter && !hadFilter(slot);
  return [
    ...(job.enabled !== true && draft.fields.enabled === undefined
      ? ["The job is disabled on the service and stays disabled."]
      : []),
    ...stays.map((it) => `'${it}' was removed from the file; its value on the service is kept.`),
    ...(keptFilter ? ['The filter on the service is kept. To remove it, set "filter": "".'] : []),
    ...(changes.some((it) => it.name === "filter" && it.after === undefined)
      ? ["Without a filter, the job sends all log lines."]
      : []),
    ...(changes.length > 0 || draft.missing.length > 0 ? variableNotes(draft) : []),
  ];
}

function hadFilter(slot: LockSlot): boolean {
  return slot.entry?.fields?.includes("filter") === true;
}

function notCompared({ missing }: JobDraft): string {
  if (missing.length === 0) return "";
  return ` Not compared, because these variables are not set: ${missing.join(", ")}.`;
}

function variableNotes(draft: JobDraft): string[] {
  const { variables, missing } = draft;
  if (missing.length > 0) return [notCompared(draft).trimStart()];
  if (variables.length === 0) return [];
  return [`Set from environment variables: ${variables.join(", ")}.`];
}

function leftOver(old: RemoteJob, draft: JobDraft): string {
  return `The job ${jobLabel(old, draft)}, which this one replaces, still exists and will be deleted.`;
}
