import type { Scope } from "../../api/shapes.ts";
import { isJob } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { jobsNaming, namesIn, readJob } from "../drafts/job.ts";
import { knownEntry } from "../drafts/sync-status.ts";
import { PushError } from "../push-error.ts";
import { jobScope, scopeOf } from "../session/place.ts";
import type { OfflineSession } from "../session/session.ts";

/** A job that the user named, as far as it is known without a request. */
export interface NamedJob {
  readonly id: number;
  readonly scope: Scope;
  readonly dataset: string;
}

/** Finds a job by ID, or by the name in a file whose job was pushed. `path` is the job or filter file to be pushed to it. */
export function namedJob(wanted: string, path: string, offline: OfflineSession): NamedJob {
  const known = knownJobs(wanted, path, offline);
  const [first] = known;
  if (known.some(({ entry }) => entry.job !== first?.entry.job))
    throw new PushError(
      `Several jobs match: ${known.map(({ file, entry }) => `${entry.job} ('${file}')`).join(", ")}. Choose one by its ID.`,
    );
  if (!first) return unknownJob(wanted, path, offline);
  refuseOther(wanted, path, known, offline);
  const { file, entry } = first;
  const dataset = isJob(file) ? readJob(file, offline).dataset : datasetOf(path, offline);
  return { id: entry.job, scope: scopeOf(entry), dataset };
}

interface KnownJob {
  readonly file: string;
  readonly entry: LockEntry & { readonly job: number };
}

/** The files that own the job. */
function knownJobs(wanted: string, path: string, offline: OfflineSession): KnownJob[] {
  const { files } = offline;
  const jobs = files.list().filter((it) => isJob(it));
  return [...new Set([...jobs, path])].flatMap((file): KnownJob[] => {
    const entry = knownEntry(file, offline);
    if (entry?.job === undefined) return [];
    const isMatch =
      String(entry.job) === wanted ||
      (isJob(file) && namesIn(files.glance(file) ?? "").name === wanted);
    return isMatch ? [{ file, entry: { ...entry, job: entry.job } }] : [];
  });
}

/** A job given by ID need not have a file. */
function unknownJob(wanted: string, path: string, offline: OfflineSession): NamedJob {
  if (!/^\d{1,15}$/.test(wanted))
    throw new PushError(
      `No file belongs to the job '${wanted}', and copying does not query the service. Use the job's ID.`,
    );
  const dataset = isJob(path) ? readJob(path, offline).dataset : datasetOf(path, offline);
  return { id: Number(wanted), scope: jobScope(dataset, offline.place), dataset };
}

/** A push would also refuse this: a job has one file, and its filter has one source. */
function refuseOther(
  wanted: string,
  path: string,
  known: readonly KnownJob[],
  offline: OfflineSession,
): void {
  const other = known.find(({ file }) => file !== path && isJob(file));
  if (!other) return;
  const { file, entry } = other;
  if (isJob(path))
    throw new PushError(`The job '${wanted}' belongs to '${file}'. Copy that file instead.`);
  if (entry.fields?.includes("filter") && !jobsNaming(path, offline.files).includes(file))
    throw new PushError(
      `The job '${wanted}' has its filter from '${file}'. Set '${path}' as its filter there, and copy that file.`,
    );
}

function datasetOf(path: string, offline: OfflineSession): string {
  return offline.contextFor(path).datasets[0] ?? "";
}
