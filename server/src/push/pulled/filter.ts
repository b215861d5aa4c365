import { canonicalFilter } from "../drafts/job.ts";
import { syncStatus } from "../drafts/sync-status.ts";
import { filterEntry, filterOf, isSameFilter } from "../jobs/filter.ts";
import { type FilterTarget, jobsOf, writtenBy } from "../jobs/filter-target.ts";
import { jobLabel } from "../jobs/work.ts";
import { PushError } from "../push-error.ts";
import type { Session } from "../session/session.ts";
import { type Pullable, type Pulled, replaceTitle } from "./pullable.ts";
import { changedFilterText } from "./text.ts";

/** A filter in a separate file, as the jobs that use it have it. */
export function filterToPull(path: string, session: Session): Pullable {
  return { path, prepare: () => prepare(path, session) };
}

async function prepare(path: string, session: Session): Promise<Pulled> {
  const jobs = await jobsOf(path, session);
  const filter = oneFilter(jobs);
  const [first] = jobs;
  const text = session.files.read(path) ?? "";
  const before = canonicalFilter(text);
  const isSame = isSameFilter(before, filter);
  // Without a matching lock entry it is unknown which side has changed, so the file is treated as locally changed.
  const isOwn = jobs.some(({ slot }) => syncStatus(slot.path, session) !== "in-sync");
  return {
    plan: {
      path,
      title: replaceTitle(path),
      ...(first && {
        about: `the filter of job ${jobLabel(first.job, writtenBy(first, session))}`,
      }),
      outcome: isSame ? "unchanged" : "updated",
      changes: isSame ? [] : [{ name: "filter", before, after: filter }],
      notes: [],
      calls: [],
      ...(isOwn && { careful: true }),
    },
    run() {
      if (!isSame) session.files.write(path, changedFilterText(path, text, filter));
      for (const it of jobs) it.slot.set(filterEntry(it, it.job, session));
    },
  };
}

function oneFilter(jobs: readonly FilterTarget[]): string {
  const filters = new Set(jobs.map(({ job }) => filterOf(job)));
  if (jobs.length === 0) throw new PushError("No job uses this filter.");
  if (filters.size > 1)
    throw new PushError("Several jobs use this filter, but their filters differ on the service.");
  const [filter] = filters;
  if (filter === undefined) throw new PushError("The job has no filter on the service.");
  return filter;
}
