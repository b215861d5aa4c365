import type { RemoteJob, Scope } from "../api/shapes.ts";
import { done, type LockEntry } from "../workspace/lock.ts";
import { optionName } from "./conversation.ts";
import { canonicalFilter, jobSettings, jobsNaming, readFilter } from "./job-file.ts";
import { jobNamed } from "./job-locate.ts";
import { nameOf } from "./job-work.ts";
import { homeOf, isAt, jobScopes, scopeOf, scopeText } from "./place.ts";
import type { Planned } from "./plan.ts";
import { Refusal } from "./refusal.ts";
import type { Session, Wishes } from "./session.ts";
import { hashOf } from "./settings.ts";
import { halfWay } from "./settle.ts";
import { Slot } from "./slot.ts";

/** A job that a filter file is for, and the file that the lock knows it by. */
export interface FilterTarget {
  readonly slot: Slot;
  readonly scope: Scope;
  readonly job: RemoteJob;
  /** As it is sent, judged by the job's own dataset. */
  readonly filter: string;
}

/** Plans the push of a `.lpfilter`: it becomes the filter of the jobs that use it, and nothing else of them changes. */
export async function planFilter(
  path: string,
  session: Session,
  wishes: Wishes,
): Promise<Planned | undefined> {
  const text = session.files.read(path);
  if (text === undefined) throw new Refusal(`There is no file '${path}'.`);
  const found = await jobsFor(path, session, wishes);
  if (found.length === 0) return undefined;
  const targets = found.map(({ job, ...rest }) => {
    const filter = readFilter(path, text, String(job.dataset ?? ""), session);
    return { ...rest, job, filter };
  });
  const changed = targets.filter(({ job, filter }) => filterOf(job) !== filter);
  const [first] = changed;
  return {
    plan: {
      path,
      title:
        changed.length === 0
          ? `Keep the filter of the job ${listed(targets)}`
          : `Change the filter of the job ${listed(changed)}`,
      outcome: first ? "updated" : "unchanged",
      changes: first ? [{ name: "filter", before: filterOf(first.job), after: first.filter }] : [],
      notes: changed.some(({ job }) => job.enabled !== true)
        ? ["The job is switched off at the service, and stays so."]
        : [],
      calls: changed.map(({ scope, job }) => `PUT ${scopeText(scope)}/logpush/jobs/${job.id}`),
    },
    async run() {
      const entries = new Map(changed.map((it) => [it, it.slot.entry]));
      const now = await setFilters(targets, changed, session, path);
      const ids = targets.map(({ job }) => job.id).join(", ");
      const what = first ? "is changed" : "is what the file says";
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
      return { ids: { job: ids }, message: `The filter of the job ${ids} ${what}.`, ...undo };
    },
  };
}

/** Which jobs a filter file is for: the one asked for, those whose files name it, or the one it was pushed to before. */
export async function jobsFor(
  path: string,
  session: Session,
  { job: wanted }: Wishes,
): Promise<Omit<FilterTarget, "filter">[]> {
  if (wanted !== undefined) return [await askedFor(path, session, wanted)];
  const owners = jobsNaming(path, session.files);
  const paths = owners.length > 0 ? owners : [path];
  const entries = paths.flatMap((it) => {
    const entry = session.lock.entry(it, session.place.profile);
    return entry?.job !== undefined && isHere(entry, session) ? [[it, entry] as const] : [];
  });
  if (owners[0] !== undefined && entries.length === 0)
    throw new Refusal(`'${owners[0]}' uses this filter and was not pushed yet. Push that file.`);
  return Promise.all(entries.map(([it, entry]) => knownJob(it, entry, session)));
}

async function askedFor(
  path: string,
  session: Session,
  wanted: string,
): Promise<Omit<FilterTarget, "filter">> {
  const scopes = await Promise.all(
    jobScopes(session.place).map(async (scope) => ({
      scope,
      jobs: await session.service.jobs.list(scope),
    })),
  );
  const job = jobNamed(
    scopes.flatMap((it) => it.jobs),
    wanted,
    session,
  );
  const scope = scopes.find((it) => it.jobs.includes(job))?.scope;
  if (!scope) throw new Refusal(`There is no job '${wanted}' here.`);
  const home = homeOf(session.place, "jobs", scope);
  const owner = session.lock
    .entries(session.place.profile)
    .find(([, it]) => isAt(it, home) && it.job === job.id)?.[0];
  return { slot: new Slot(session, owner ?? path, home), scope, job };
}

async function knownJob(
  path: string,
  entry: LockEntry,
  session: Session,
): Promise<Omit<FilterTarget, "filter">> {
  if (entry.old !== undefined)
    throw new Refusal(`The last push of '${path}' stopped half-way. Push that file first.`);
  const scope = scopeOf(entry);
  const jobs = await session.service.jobs.list(scope);
  const job = jobs.find((it) => it.id === entry.job);
  if (!job) {
    throw new Refusal(
      path.endsWith(".lpjob")
        ? `The job ${entry.job} of '${path}' is not there any more. Push '${path}'.`
        : `The job ${entry.job} is not there any more. Say which one is meant with '${optionName("job", session)}'.`,
    );
  }
  return { slot: new Slot(session, path, homeOf(session.place, "jobs", scope)), scope, job };
}

function isHere(entry: LockEntry, { place }: Session): boolean {
  return jobScopes(place).some((scope) => isAt(entry, homeOf(place, "jobs", scope)));
}

/** The jobs as they are then. */
export async function setFilters(
  targets: readonly FilterTarget[],
  changed: readonly FilterTarget[],
  session: Session,
  path: string,
): Promise<ReadonlyMap<FilterTarget, RemoteJob>> {
  const now = new Map<FilterTarget, RemoteJob>();
  for (const target of targets) {
    try {
      const job = changed.includes(target) ? await setFilter(target, session) : target.job;
      target.slot.set(filterEntry(target, job));
      now.set(target, job);
    } catch (error) {
      if (now.size === 0) throw error;
      const finished = [...now.values()].map((it) => it.id).join(", ");
      throw halfWay(error, `The job ${finished} has the new filter. Push '${path}' again.`);
    }
  }
  return now;
}

/** Only the filter has been sent, so the lock keeps whatever else it knew to come from the file. */
export function filterEntry({ slot }: Pick<FilterTarget, "slot">, job: RemoteJob): LockEntry {
  const fields = [...new Set([...(slot.entry?.fields ?? []), "filter"])].sort();
  const hash = hashOf(jobSettings(job), fields);
  return { ...slot.entry, ...slot.home, job: job.id, fields, hash, state: done };
}

function setFilter({ slot, scope, job, filter }: FilterTarget, session: Session) {
  const { jobs } = session.service;
  return slot.during(
    { ...slot.entry, job: job.id, state: "updating-job" },
    {
      what: `Change the filter of the job ${job.id}`,
      send: () => jobs.update(scope, job.id, { filter }),
      look: async () => {
        const now = (await jobs.list(scope)).find((it) => it.id === job.id);
        return now && (filterOf(now) ?? "") === filter ? now : undefined;
      },
    },
  );
}

export function filterOf({ filter }: RemoteJob): string | undefined {
  return typeof filter === "string" && filter !== "" ? canonicalFilter(filter) : undefined;
}

function listed(targets: readonly FilterTarget[]): string {
  return targets.map(({ job }) => `${nameOf(job)} (${job.id})`).join(", ");
}
