import type { RemoteJob } from "../../api/shapes.ts";
import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import { canonicalFilter, jobSettings, readFilter } from "../drafts/job.ts";
import { readSettings } from "../drafts/sync-status.ts";
import { sinceLast } from "../plan/changed-since-push.ts";
import { filterKey } from "../plan/normal.ts";
import type { ChangesSincePush, Overwrite, PlanDraft, Planned, Undo } from "../plan/plan.ts";
import { requireCurrentPlan } from "../plan/require-current-plan.ts";
import { hasHash, hashOf, type Settings, stateOf, writtenDifferently } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { readRecord } from "../records/records.ts";
import { withAdvice } from "../session/outcome.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { type FilterTarget, jobsToPushTo, writtenBy } from "./filter-target.ts";
import { aboutJob, jobLabel } from "./work.ts";

/** A job and its new filter, as it is sent, checked against the job's dataset. */
export type FilterWork = FilterTarget & { readonly filter: string };

/** Plans the push of a `.lpfilter`: updates the filter of the jobs that use it, and nothing else. */
export async function planFilter(
  path: string,
  session: Session,
  choices: PushChoices,
): Promise<Planned | undefined> {
  const text = session.files.read(path);
  if (text === undefined) throw new PushError(`File not found: '${path}'.`);
  const found = await jobsToPushTo(path, session, choices);
  if (found.length === 0) return undefined;
  const targets = found.map((it): FilterWork => {
    const filter = readFilter(path, text, String(it.job.dataset ?? ""), session);
    return { ...it, filter };
  });
  const changed = targets.filter(({ job, filter }) => !isSameFilter(filterOf(job), filter));
  const [first] = changed;
  return {
    plan: planOf(path, targets, changed, session),
    async run() {
      const entries = new Map(changed.map((it) => [it, it.slot.entry]));
      const now = await setFilters(targets, changed, session, path);
      const ids = targets.map(({ job }) => job.id).join(", ");
      const what = first ? "Updated the filter of job" : "No changes: the file matches job";
      const jobs = changed.map((it) => {
        const { slot, scope, job: before } = it;
        return {
          path: slot.path,
          scope,
          before,
          after: now.get(it) ?? before,
          entry: entries.get(it),
        };
      });
      const undo = first ? { undo: { kind: "job-filters" as const, jobs } } : undefined;
      return {
        ids: { job: ids },
        message: `${what} ${listed(targets, session)}.`,
        ...undo,
      };
    },
  };
}

function planOf(
  path: string,
  targets: readonly FilterWork[],
  changed: readonly FilterWork[],
  session: Session,
): PlanDraft {
  const [first] = changed;
  const [{ job, filter } = { job: { id: 0 }, filter: "" }] = targets;
  const isOff = changed.some(({ job }) => job.enabled !== true);
  return {
    path,
    title: first
      ? `Update the filter of job ${listed(changed, session)}`
      : `Keep the filter of job ${listed(targets, session)}`,
    ...(first && !changed[1] && { about: aboutJob(first.job, writtenBy(first, session)) }),
    outcome: first ? "updated" : "unchanged",
    ids: { job: targets.map(({ job }) => job.id).join(", ") },
    changes: first ? [{ name: "filter", before: filterOf(first.job), after: first.filter }] : [],
    basis: targets.map(({ job }) => stateOf(jobSettings(job))).join(" "),
    since: sinceOf(targets, session),
    ...(first && { last: () => lastFilter(path, first, session) }),
    ...(first?.isChosen &&
      filterOf(first.job) !== undefined && { overwrites: replacesFilter(first) }),
    remark: writtenDifferently({ filter: filterOf(job) }, { filter }),
    notes: [
      ...targets.flatMap((it) => it.notes),
      ...(isOff ? ["The job is disabled on the service and stays disabled."] : []),
    ],
  };
}

function replacesFilter({ replaces: [file] }: FilterTarget): Overwrite {
  return {
    reason:
      file === undefined
        ? "The job has a filter that was not pushed from here."
        : `The job has its filter from '${file}'.`,
    effect: "This push replaces the filter of the job.",
    done: "It was replaced.",
    advice: "'weir diff' shows what would change.",
    cannotPull: true,
  };
}

/** The filter after the last push, of the job or of the file of its filter. */
function lastFilter(
  path: string,
  { slot, job }: FilterTarget,
  session: Session,
): Settings | undefined {
  const { fields = [], hash = "" } = slot.entry ?? {};
  const around = [jobSettings(job), localSettings(slot.path, session, slot.entry) ?? {}];
  return [path, slot.path]
    .flatMap((it) => filtersIn(readRecord(it, session)?.undo, job.id))
    .find((left) => around.some((it) => hasHash({ ...it, ...left }, fields, hash)));
}

function filtersIn(undo: Undo | undefined, id: RemoteJob["id"]): readonly Settings[] {
  if (undo?.kind !== "job" && undo?.kind !== "job-filters") return [];
  const left = undo.kind === "job" ? [undo.after] : undo.jobs.map((it) => it.after);
  return left.filter((it) => it.id === id).map(({ filter }) => jobSettings({ filter }));
}

/** Changes since the last push to any of the jobs. Undefined when none is in the lock file. */
function sinceOf(targets: readonly FilterTarget[], session: Session): ChangesSincePush | undefined {
  const known = targets.flatMap((it) => sinceOfOne(it, session) ?? []);
  if (known.length === 0) return undefined;
  const changed = known.filter((it) => it.service);
  return {
    file: known.some((it) => it.file),
    service: changed.length > 0,
    ...(changed.every((it) => it.isHalfWay) && { isHalfWay: true }),
  };
}

function sinceOfOne({ slot, job }: FilterTarget, session: Session): ChangesSincePush | undefined {
  const { entry } = slot;
  const local = localSettings(slot.path, session, entry) ?? {};
  const remote = jobSettings(job);
  const since = sinceLast(entry, local, remote);
  if (!since) return undefined;
  // Drift in other settings of the job does not concern the filter.
  const pushed = { ...local, filter: remote.filter };
  const isAsPushed = hasHash(pushed, entry?.fields ?? [], entry?.hash ?? "");
  return { ...since, service: since.service && !isAsPushed };
}

/** The settings in the locked file; undefined if it has errors or unset variables. */
function localSettings(
  path: string,
  session: Session,
  entry: LockEntry | undefined,
): Settings | undefined {
  const read = entry && readSettings(path, session, entry, undefined);
  return read?.isWhole ? read.possible[0] : undefined;
}

/** Updates the filters of the changed jobs. Returns all target jobs as they are after the push. */
export async function setFilters(
  targets: readonly FilterWork[],
  changed: readonly FilterWork[],
  session: Session,
  path: string,
): Promise<ReadonlyMap<FilterTarget, RemoteJob>> {
  const now = new Map<FilterTarget, RemoteJob>();
  for (const target of targets) {
    try {
      const job = changed.includes(target) ? await setFilter(target, session) : target.job;
      target.slot.set(filterEntry(target, job, session));
      for (const it of target.replaces) session.lock.remove(it, session.place.profile);
      now.set(target, job);
    } catch (error) {
      if (now.size === 0) throw error;
      const finished = listed([...now.keys()], session);
      const again = { what: `push '${path}' again`, to: "update the others" };
      throw withAdvice(error, `The job ${finished} has the new filter.`, again);
    }
  }
  return now;
}

/**
 * Only the filter was sent, so the lock file keeps the other settings of the last push. Drift in those is not recorded as
 * pushed: the file's values are used, so that it still shows.
 */
export function filterEntry(
  { slot, job: before }: FilterTarget,
  after: RemoteJob,
  session: Session,
): LockEntry {
  const { entry } = slot;
  const fields = [...new Set([...(entry?.fields ?? []), "filter"])].sort();
  const now = jobSettings(after);
  const isOther =
    entry?.hash !== undefined && !hasHash(jobSettings(before), entry.fields ?? [], entry.hash);
  const local = isOther ? localSettings(slot.path, session, entry) : undefined;
  const pushed = local ? { ...local, filter: now.filter } : now;
  const hash = hashOf(pushed, fields);
  return { ...entry, ...slot.location, job: after.id, fields, hash, state: done };
}

async function setFilter(target: FilterWork, session: Session) {
  const { slot, scope, job, filter } = target;
  const name = jobLabel(job, writtenBy(target, session));
  const { jobs } = session.service;
  requireCurrentPlan(`job ${name}`, job, await jobs.get(scope, job.id), jobSettings);
  return slot.during(
    { ...slot.entry, job: job.id, state: "updating-job" },
    {
      what: `Update the filter of job ${name}`,
      send: () => jobs.update(scope, job.id, { filter }),
      look: async () => {
        const now = await jobs.get(scope, job.id);
        return now && isSameFilter(filterOf(now) ?? "", filter) ? now : undefined;
      },
    },
  );
}

/** Whether two filters mean the same, however they are written. */
export function isSameFilter(one: string | undefined, other: string): boolean {
  return one !== undefined && filterKey(one) === filterKey(other);
}

export function filterOf({ filter }: RemoteJob): string | undefined {
  return typeof filter === "string" && filter !== "" ? canonicalFilter(filter) : undefined;
}

function listed(targets: readonly FilterTarget[], session: Session): string {
  return targets.map((it) => jobLabel(it.job, writtenBy(it, session))).join(", ");
}
