import type { RemoteJob } from "../../api/shapes.ts";
import { quotedList } from "../../text/wording.ts";
import { planDeletion } from "../delete.ts";
import { type JobDraft, jobSettings, templateAt } from "../drafts/job.ts";
import { type FilterWork, filterOf, setFilters } from "../jobs/filter.ts";
import { writtenBy } from "../jobs/filter-target.ts";
import { planUpdate } from "../jobs/plan.ts";
import { aboutJob, jobLabel } from "../jobs/work.ts";
import type { JobFiltersUndo, JobUndo, Planned } from "../plan/plan.ts";
import type { Settings } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { LockSlot } from "../session/lock-slot.ts";
import { locationOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { alreadyUndone, compareFirst, isLeft, restore, restoring, slotOf } from "./restoring.ts";

/** Refuses to lose changes on the service: settings that were not stored may have changed too. */
export async function undoCreation(path: string, session: Session): Promise<Planned> {
  const planned = await planDeletion(path, session);
  if (!planned.plan.overwrites) return planned;
  throw new PushError(`${planned.plan.overwrites.reason} Nothing was undone. ${compareFirst}`);
}

/** A created resource is gone. If the lock file still has it, an undo was interrupted, and is finished. */
export function creationUndone(
  path: string,
  session: Session,
  what: string,
  isLocked: boolean,
): Promise<Planned> | Planned {
  if (isLocked) return planDeletion(path, session);
  return alreadyUndone(
    path,
    `The ${what} no longer exists. Nothing is left to undo.`,
    () => undefined,
  );
}

export async function undoJob(path: string, session: Session, was: JobUndo): Promise<Planned> {
  const { before, after, entry, lost = [] } = was;
  if (lost.length > 0) throw new PushError(cannotRestore(lost));
  const { jobs, job, slot, what, left } = await pushedJob(path, session, was);
  if (!job) return creationUndone(path, session, what, slot.entry?.job === after.id);
  if (!before) return undoCreation(path, session);
  // Omitted settings have not changed.
  const settings = () => ({
    ...jobSettings(job),
    ...clearedSettings(jobSettings(after), before),
    ...jobSettings(before),
  });
  if (!left)
    return alreadyUndone(path, `The ${what} is as it was before the push.`, () =>
      restore(slot, entry, settings()),
    );
  const { destination_conf } = before;
  if (typeof destination_conf === "string") session.service.secrets.add(destination_conf);
  const written = templateAt(path, session.files);
  const draft = { ...draftOf(path, was, before), ...written };
  const work = { draft, session, slot, jobs, local: jobSettings(before) };
  const planned = await planUpdate(work, job, []);
  return restoring(planned, `Revert job ${jobLabel(before, written)}`, slot, entry, settings);
}

/** The job of a push, and whether the push is still to be undone. */
async function pushedJob(
  path: string,
  session: Session,
  was: Pick<JobUndo, "scope" | "before" | "after" | "hidden">,
) {
  const { scope, before, after, hidden = [] } = was;
  const jobs = await session.service.jobs.list(scope);
  const what = `job ${jobLabel(after, writtenBy({ scope, job: after }, session))}`;
  const job = jobs.find((it) => it.id === after.id);
  const settings = openSettings(hidden);
  const left = isLeft({ what, now: job, before, after, settings, restored: settings });
  const location = locationOf(session.place, "jobs", scope);
  const slot = job
    ? slotOf(path, session, location, { job: job.id })
    : new LockSlot(session, path, location);
  return { jobs, job, slot, what, left };
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
        ([name]) => !hidden.includes(name.replace(/\..*/s, "")),
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

export async function undoFilters(
  path: string,
  session: Session,
  was: JobFiltersUndo,
): Promise<Planned> {
  const targets: FilterWork[] = [];
  const changed: FilterWork[] = [];
  for (const pushed of was.jobs) {
    const { scope, before } = pushed;
    const { job, slot, what, left } = await pushedJob(pushed.path, session, pushed);
    if (!job) throw new PushError(`The ${what} no longer exists, so there is nothing to undo.`);
    const filter = (before && filterOf(before)) ?? "";
    const target = { slot, scope, job, filter, replaces: [], notes: [] };
    targets.push(target);
    if (left) changed.push(target);
  }
  const [first] = changed;
  const ids = targets.map(({ job }) => job.id).join(", ");
  const names = targets.map((it) => jobLabel(it.job, writtenBy(it, session))).join(", ");
  const isBare = targets.some((it) => it.filter === "");
  return {
    plan: {
      path,
      title: `Restore the previous filter of job ${names}`,
      ...(first && !changed[1] && { about: aboutJob(first.job, writtenBy(first, session)) }),
      outcome: "updated",
      changes: first
        ? [{ name: "filter", before: filterOf(first.job), after: first.filter || undefined }]
        : [],
      notes: isBare ? ["Without a filter, the job sends all log lines."] : [],
    },
    async run() {
      const now = await setFilters(targets, changed, session, path);
      const restored = targets.map((it, i) =>
        restore(it.slot, was.jobs[i]?.entry, jobSettings(now.get(it) ?? it.job)),
      );
      const message = `Restored the previous filter of job ${names}.`;
      return { ids: { job: ids }, message, ...restored.find((it) => it?.drifted) };
    },
  };
}
