import type { RemoteJob } from "../api/shapes.ts";
import { isFilter } from "../languages.ts";
import { type LockEntry, lockName } from "../workspace/lock/lock.ts";
import { deletionDone, deletionPlan } from "./deleted/deletion.ts";
import { planRuleDeletion } from "./deleted/rule.ts";
import { planRulesetRuleDeletion } from "./deleted/ruleset-rule.ts";
import { jobSettings, templateAt } from "./drafts/job.ts";
import { writtenBy } from "./jobs/filter-target.ts";
import { shownSettings } from "./jobs/masked-job.ts";
import { aboutJob, jobLabel } from "./jobs/work.ts";
import { findListed } from "./plan/listed.ts";
import type { Planned, Result } from "./plan/plan.ts";
import { requireCurrentPlan } from "./plan/require-current-plan.ts";
import { carryOut, type PushOptions } from "./push.ts";
import { PushError } from "./push-error.ts";
import { readRecord } from "./records/records.ts";
import { resultOf } from "./result.ts";
import { LockSlot } from "./session/lock-slot.ts";
import { isAt, locationsOf, type ServiceLocation, scopeOf } from "./session/place.ts";
import type { Session } from "./session/session.ts";

export interface DeleteOptions extends PushOptions {
  /** The file was not named explicitly, so it need not have a resource. */
  readonly skipUnpushed?: boolean;
}

/** Deletes the resources of a file from the service. The file itself is kept, and need not exist. */
export async function deleteResources(
  path: string,
  session: Session,
  options: DeleteOptions,
): Promise<Result> {
  const result = await resultOf(path, session, async () => {
    // Recorded, so that an interrupted deletion of several files can be repeated for all of them.
    if (!knownIn(session, path) && readRecord(path, session)?.state === "deleted")
      return { outcome: "unchanged", ids: {}, message: "Already deleted from the service." };
    if (options.skipUnpushed && !knownIn(session, path))
      return { outcome: "skipped", ids: {}, message: unknown(path, session) };
    return carryOut({ plan: (at) => planDeletion(path, at) }, session, options);
  });
  options.together?.done(result, session);
  return result;
}

export async function planDeletion(path: string, session: Session): Promise<Planned> {
  const known = knownIn(session, path);
  if (!known) throw new PushError(unknown(path, session));
  const { entry, location } = known;
  if (/^creating-/.test(entry.state)) {
    throw new PushError(
      "The outcome of the last push is unknown. Push the file again before you delete it.",
    );
  }
  const slot = new LockSlot(session, path, location);
  if (entry.target === "jobs")
    return isFilter(path)
      ? planFilterDeletion(slot, entry, session)
      : planJobDeletion(slot, entry, session);
  if (entry.target === "rulesets") return planRulesetRuleDeletion(slot, entry, session);
  return planRuleDeletion(slot, entry, session);
}

function knownIn(
  { lock, place }: Session,
  path: string,
): { readonly entry: LockEntry; readonly location: ServiceLocation } | undefined {
  const entry = lock.entry(path, place.profile);
  const location = entry && locationsOf(place).find((it) => isAt(entry, it));
  return entry && location && { entry, location };
}

function unknown(path: string, { place }: Session): string {
  return `'${lockName}' has no entry for '${path}' in profile '${place.profile}'.`;
}

async function planJobDeletion(
  slot: LockSlot,
  entry: LockEntry,
  session: Session,
): Promise<Planned> {
  const { jobs } = session.service;
  const scope = scopeOf(entry);
  const all = await jobs.list(scope);
  const there: RemoteJob[] = [];
  for (const id of [entry.job, entry.old]) {
    const job =
      typeof id === "number" && (await findListed("job", all, id, (it) => jobs.get(scope, it)));
    if (job) there.push(job);
  }
  const written = templateAt(slot.path, session.files);
  const names = there.map((it) => jobLabel(it, written)).join(" and ");
  const title =
    there.length > 0 ? `Delete job ${names}` : `Remove job ${entry.job} from '${lockName}'`;
  const own = there.find((it) => it.id === entry.job);
  const plan = deletionPlan(slot, title, own && jobSettings(own), session);
  const isOn = there.some((it) => it.enabled === true);
  return {
    plan: {
      ...plan,
      ...(own && { about: aboutJob(own, written) }),
      ...(own && { current: shownSettings(jobSettings(own), jobSettings(written.template), {}) }),
      notes: [
        ...plan.notes,
        ...(isOn ? ["The job is enabled and will stop sending log lines."] : []),
      ],
    },
    async run() {
      for (const it of there) {
        const { id } = it;
        requireCurrentPlan(
          `job ${jobLabel(it, written)}`,
          it,
          await jobs.get(scope, id),
          jobSettings,
        );
        await slot.during(
          { ...entry, state: "deleting-job" },
          {
            what: `Delete job ${jobLabel(it, written)}`,
            send: () => jobs.delete(scope, id).then(() => true),
            look: async () => ((await jobs.get(scope, id)) ? undefined : true),
          },
        );
      }
      slot.remove();
      return deletionDone(there.length > 0, { job: String(entry.job) });
    },
  };
}

/** A filter that its own file pushed to a job is removed from the job. */
async function planFilterDeletion(
  slot: LockSlot,
  entry: LockEntry,
  session: Session,
): Promise<Planned> {
  const { jobs } = session.service;
  const scope = scopeOf(entry);
  const job = await findListed("job", await jobs.list(scope), entry.job, (id) =>
    jobs.get(scope, id),
  );
  const hasFilter = job !== undefined && Boolean(job.filter);
  const name = job ? jobLabel(job, writtenBy({ scope, job }, session)) : entry.job;
  const title = `Remove the filter from job ${name}`;
  const plan = deletionPlan(slot, title, hasFilter ? jobSettings(job) : undefined, session);
  return {
    plan: {
      ...plan,
      changes: hasFilter ? [{ name: "filter", before: job.filter, after: undefined }] : [],
      notes: [
        ...plan.notes,
        ...(hasFilter ? ["Without a filter, the job sends all log lines."] : []),
      ],
    },
    async run() {
      if (hasFilter) {
        await slot.during(
          { ...entry, state: "removing-filter" },
          {
            what: title,
            send: () => jobs.update(scope, job.id, { filter: "" }),
            look: async () => {
              const now = await jobs.get(scope, job.id);
              return now && !now.filter ? now : undefined;
            },
          },
        );
      }
      slot.remove();
      return deletionDone(hasFilter, { job: String(entry.job) });
    },
  };
}
