import type { RemoteJob, Scope } from "../../api/shapes.ts";
import { isFilter, isJob, languageFor } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { canonicalFilter, type JobDraft, jobsNaming, templateAt } from "../drafts/job.ts";
import { findListed } from "../plan/listed.ts";
import { requireValid } from "../plan/require-valid.ts";
import { hasHash } from "../plan/settings.ts";
import { PushError, PushFirst } from "../push-error.ts";
import { optionName } from "../session/conversation.ts";
import { LockSlot, otherEntries } from "../session/lock-slot.ts";
import { isAt, locationOf, scopeOf, scopesOf, scopeText } from "../session/place.ts";
import { findRenamed } from "../session/renamed.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { jobNamed } from "./locate.ts";
import { aboutJob, jobLabel } from "./work.ts";

/** A job that a filter file is pushed to, and the file of its lock entry: the job's file when that names the filter. */
export interface FilterTarget {
  readonly slot: LockSlot;
  readonly scope: Scope;
  readonly job: RemoteJob;
  /** Files that were the source of the job's filter before this one. */
  readonly replaces: readonly string[];
  readonly notes: readonly string[];
  /** The user chose it in a list. */
  readonly isChosen?: boolean;
}

/** Advice for editor users about a filter without a job. */
export const nameInJob = `Set it as the "filter" of a job, and push the job.`;

/**
 * The jobs that a filter file is pushed to: the requested one, those that already use it, the one of the file it was renamed
 * from, or one that the user chooses.
 */
export async function jobsToPushTo(
  path: string,
  session: Session,
  { job: wanted, askForJob }: PushChoices,
): Promise<FilterTarget[]> {
  if (wanted !== undefined) return [await requestedTarget(path, session, wanted)];
  const known = await jobsOf(path, session);
  if (known.length > 0) return known;
  const found =
    (await renamedFrom(path, session)) ?? (askForJob ? await chooseJob(path, session) : undefined);
  return found ? [found] : [];
}

/** The jobs that use a filter file: the jobs whose files name it, and the job it was pushed to before. */
export async function jobsOf(path: string, session: Session): Promise<FilterTarget[]> {
  const owners = jobsNaming(path, session.files);
  const known = [...owners, path].flatMap((it) => {
    const entry = session.lock.entry(it, session.place.profile);
    return entry?.job !== undefined && isHere(entry, session) ? [[it, entry] as const] : [];
  });
  if (owners[0] !== undefined && known.length === 0)
    throw new PushFirst(
      `'${owners[0]}' uses this filter but has not been pushed yet. Push that file.`,
      owners[0],
    );
  const targets = await Promise.all(known.map(([it, entry]) => knownJob(it, entry, session)));
  // A job file and the filter file may refer to the same job. The job file takes precedence.
  const found = targets.filter((it, i) => targets.findIndex((other) => isSame(other, it)) === i);
  for (const it of found) if (it.slot.path === path) refuseOtherSource(path, it, session);
  return found;
}

function isSame(one: FilterTarget, other: FilterTarget): boolean {
  return one.job.id === other.job.id && scopeText(one.scope) === scopeText(other.scope);
}

interface ScopedJob {
  readonly scope: Scope;
  readonly job: RemoteJob;
}

async function everyJob({ place, service }: Session): Promise<ScopedJob[]> {
  const lists = await Promise.all(
    scopesOf(place).map(async (scope) =>
      (await service.jobs.list(scope)).map((job) => ({ scope, job })),
    ),
  );
  return lists.flat();
}

async function requestedTarget(
  path: string,
  session: Session,
  wanted: string,
): Promise<FilterTarget> {
  const all = await everyJob(session);
  const job = jobNamed(
    all.map((it) => it.job),
    wanted,
    session,
  );
  const found = all.find((it) => it.job === job);
  if (!found) throw new PushError(`Unknown job '${wanted}'.`);
  return targetOf(path, found, session);
}

/** Asks the user which job of its dataset to use for a filter that has none yet. */
async function chooseJob(path: string, session: Session): Promise<FilterTarget | undefined> {
  const text = session.files.read(path) ?? "";
  const analysis = requireValid(path, text, session.contextFor(path), undefined, session.onError);
  const dataset = analysis.logFilter?.()?.dataset;
  const free = (await everyJob(session)).filter(
    (it) => it.job.dataset === dataset && !otherSource(path, it, session),
  );
  if (free.length === 0) return undefined;
  const answers = free.map((it) => {
    const written = writtenBy(it, session);
    return `${jobLabel(it.job, written)}, ${aboutJob(it.job, written)}`;
  });
  const details = free.map(({ job }) => keptBy(job, session));
  const question = `No job uses '${path}' yet. Which job should use it?`;
  const about = { details, mayCreateJob: true };
  const found = free[(await session.conversation.choose(question, answers, about)) ?? -1];
  return found && { ...targetOf(path, found, session), isChosen: true };
}

/** The lines that the filter of a job keeps, in a sentence. */
function keptBy({ dataset = "", filter }: RemoteJob, session: Session): string {
  if (typeof filter !== "string" || filter === "") return "No filter: sends all lines";
  const context = session.contextFor("", { forcedDataset: String(dataset) });
  const [keeps] = languageFor("filter").analyze(canonicalFilter(filter), context).lenses();
  return keeps?.detail ?? keeps?.title ?? "";
}

/** The settings in the job's file, shown in place of values filled in from the environment. */
export function writtenBy(
  { scope, job }: Pick<FilterTarget, "scope" | "job">,
  session: Session,
): Pick<JobDraft, "template"> {
  const location = locationOf(session.place, "jobs", scope);
  const files = otherEntries(session, { path: "", location }, (it) => it.job === job.id).map(
    ([it]) => it,
  );
  return templateAt(files.find((it) => isJob(it)) ?? "", session.files);
}

function targetOf(path: string, found: ScopedJob, session: Session): FilterTarget {
  const { scope, job } = found;
  const location = locationOf(session.place, "jobs", scope);
  const files = otherEntries(session, { path, location }, (it) => it.job === job.id).map(
    ([it]) => it,
  );
  const owner = jobsNaming(path, session.files).find((it) => files.includes(it));
  if (owner !== undefined)
    return { slot: new LockSlot(session, owner, location), ...found, replaces: [], notes: [] };
  refuseOtherSource(path, found, session);
  const replaces = files.filter((it) => isFilter(it));
  const notes = replaces.map((it) => `The job had its filter from '${it}'.`);
  return { slot: new LockSlot(session, path, location), ...found, replaces, notes };
}

/** The job's file, when it defines the filter itself and does not name this file. */
function otherSource(
  path: string,
  { scope, job }: ScopedJob,
  session: Session,
): string | undefined {
  const location = locationOf(session.place, "jobs", scope);
  const sources = otherEntries(
    session,
    { path, location },
    (it) => it.job === job.id && it.fields?.includes("filter") === true,
  );
  return sources.map(([it]) => it).find((it) => isJob(it) && session.files.exists(it));
}

function refuseOtherSource(path: string, found: ScopedJob, session: Session): void {
  const source = otherSource(path, found, session);
  if (source === undefined) return;
  const { job } = found;
  const name = jobLabel(job, templateAt(source, session.files));
  throw new PushError(
    `The job ${name} has its filter from '${source}'. Set '${path}' as its filter there, and push that file.`,
  );
}

async function knownJob(path: string, entry: LockEntry, session: Session): Promise<FilterTarget> {
  if (entry.old !== undefined)
    throw new PushError(`The last push of '${path}' did not finish. Push that file first.`);
  const scope = scopeOf(entry);
  const slot = new LockSlot(session, path, locationOf(session.place, "jobs", scope));
  return { slot, scope, job: await jobOf(path, entry, session), replaces: [], notes: [] };
}

async function jobOf(path: string, entry: LockEntry, session: Session): Promise<RemoteJob> {
  const job = await listedJob(entry, session);
  if (job) return job;
  if (isJob(path))
    throw new PushFirst(
      `The job of '${path}' (${entry.job}) no longer exists. Push '${path}' to create it.`,
      path,
    );
  const what = `The job that '${path}' was pushed to (${entry.job}) no longer exists.`;
  const option = optionName("job", session);
  throw new PushError(`${what} Select one with '${option}'.`, `${what} ${nameInJob}`);
}

async function listedJob(
  entry: LockEntry,
  { service: { jobs } }: Session,
): Promise<RemoteJob | undefined> {
  const scope = scopeOf(entry);
  return findListed("job", await jobs.list(scope), entry.job, (id) => jobs.get(scope, id));
}

/** The job of the deleted file that this one was renamed from. */
async function renamedFrom(path: string, session: Session): Promise<FilterTarget | undefined> {
  const filter = canonicalFilter(session.files.read(path) ?? "");
  for (const scope of scopesOf(session.place)) {
    const slot = new LockSlot(session, path, locationOf(session.place, "jobs", scope));
    const notes = await findRenamed(slot, session, {
      noun: "filter",
      listed: (entry) => listedJob(entry, session),
      fits: ({ hash, fields = [] }) => hash !== undefined && hasHash({ filter }, fields, hash),
    });
    const { entry } = slot;
    if (entry?.job !== undefined)
      return { slot, scope, job: await jobOf(path, entry, session), replaces: [], notes };
  }
  return undefined;
}

function isHere(entry: LockEntry, { place }: Session): boolean {
  return scopesOf(place).some((scope) => isAt(entry, locationOf(place, "jobs", scope)));
}
