import type { RemoteJob } from "../../api/shapes.ts";
import { isJob } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { secretsIn } from "../masking/variables.ts";
import { findListed } from "../plan/listed.ts";
import { hasHash } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { optionName } from "../session/conversation.ts";
import { otherEntries } from "../session/lock-slot.ts";
import { findRenamed } from "../session/renamed.ts";
import type { PushChoices, Session } from "../session/session.ts";
import {
  creatingReplacement,
  isSameJob,
  type JobWork,
  jobLabel,
  nameOf,
  replacing,
} from "./work.ts";

export interface LocatedJob {
  /** Undefined when the job does not exist, or no longer exists. */
  readonly job: RemoteJob | undefined;
  readonly notes: readonly string[];
  /** Found by name; not created by a push from this folder. */
  readonly adopts?: boolean;
}

/** Finds the job for a file: the requested one, the one in the lock file, or one with the same name. */
export async function locateJob(work: JobWork, choices: PushChoices): Promise<LocatedJob> {
  const { slot, jobs, session, local } = work;
  if (choices.job !== undefined) return requestedJob(work, choices.job);
  const listedJob = (entry: LockEntry | undefined) =>
    findListed("job", jobs, entry?.job, (id) => session.service.jobs.get(work.draft.scope, id));
  const notes = await findRenamed(slot, session, {
    noun: "job",
    listed: listedJob,
    fits: (entry) =>
      (entry.hash !== undefined && hasHash(local, entry.fields ?? [], entry.hash)) ||
      jobs.some((it) => it.id === entry.job && isSameJob(it, work)),
  });
  const known = slot.entry?.job;
  const job = await listedJob(slot.entry);
  if (job) return { job, notes };
  const alike = alikeJobs(work);
  if (alike.length > 1) throw new PushError(severalMessage(alike, session));
  if (alike[0])
    return { job: alike[0], notes: [...notes, foundByName(alike[0], work)], adopts: !slot.entry };
  if (known === undefined) return { job: undefined, notes };
  return {
    job: undefined,
    notes: [...notes, `The job of the last push (${known}) no longer exists.`],
  };
}

/** Candidates for the file: same name and dataset, and not owned by another file. */
export function alikeJobs(work: JobWork): RemoteJob[] {
  return work.jobs.filter((it) => isSameJob(it, work) && !ownerOf(it, work));
}

function requestedJob(work: JobWork, wanted: string): LocatedJob {
  const replaced = replacedBefore(work, wanted);
  if (replaced) return { job: replaced, notes: [] };
  const job = jobNamed(work.jobs, wanted, work.session);
  const owner = ownerOf(job, work);
  if (owner !== undefined)
    throw new PushError(`The job '${wanted}' belongs to '${owner}'. Push that file instead.`);
  const known = work.slot.entry?.job;
  const other = known !== undefined && known !== job.id;
  return { job, notes: other ? [`The file was pushed to job ${known} before.`] : [] };
}

/**
 * A push that replaces a job may have stopped after creating the new one. Either ID then selects both: the push resumes from
 * the one in the lock file.
 */
function replacedBefore(work: JobWork, wanted: string): RemoteJob | undefined {
  const { job: known, old, state } = work.slot.entry ?? {};
  if (state !== creatingReplacement && state !== replacing) return undefined;
  const pair = work.jobs.filter(
    (it) => it.id === known || it.id === old || (it.id !== known && isSameJob(it, work)),
  );
  const isMatch = pair.some((it) => isNamed(it, wanted));
  return isMatch ? pair.find((it) => it.id === known) : undefined;
}

function isNamed({ id, name }: RemoteJob, wanted: string): boolean {
  return String(id) === wanted || name === wanted;
}

/** Finds a job by ID or name. */
export function jobNamed(jobs: readonly RemoteJob[], wanted: string, session: Session): RemoteJob {
  const found = jobs.filter((it) => isNamed(it, wanted));
  if (found.length > 1) throw new PushError(severalMessage(found, session));
  if (!found[0]) throw new PushError(`Unknown job '${wanted}'.`);
  return found[0];
}

function ownerOf(job: RemoteJob, { session, slot }: JobWork): string | undefined {
  const owners = otherEntries(
    session,
    slot,
    (entry) => entry.job === job.id || entry.old === job.id,
  );
  return owners.find(([path]) => isJob(path) && session.files.exists(path))?.[0];
}

function severalMessage(jobs: readonly RemoteJob[], session: Session): string {
  const names = jobs
    .map((it) => `${nameOf(it)} (${it.id}, ${String(it.dataset ?? "")})`)
    .join(", ");
  return `Several jobs match: ${secretsIn(session.env).hide(names)}. Choose one with '${optionName("job", session)} ID'.`;
}

function foundByName(job: RemoteJob, { draft }: JobWork): string {
  return `The job ${jobLabel(job, draft)} already exists and was matched by name.`;
}
