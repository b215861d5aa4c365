import type { RemoteJob } from "../../api/shapes.ts";
import { valueUnless } from "../../core/errors.ts";
import { isFilter, isJob, languageFor } from "../../languages.ts";
import { quotedList } from "../../text/wording.ts";
import { done } from "../../workspace/lock/lock.ts";
import {
  draftSettings,
  type JobDraft,
  jobSettings,
  namesIn,
  readJob,
  templateAt,
} from "../drafts/job.ts";
import { shownChanges } from "../jobs/masked-job.ts";
import { entryOf, jobLabel, shownInPlan } from "../jobs/work.ts";
import { hideDestination, withoutSecrets } from "../masking/destination.ts";
import { variablesIn } from "../masking/variables.ts";
import { sinceLast } from "../plan/changed-since-push.ts";
import { type Change, changesTo, type Settings, settingsFrom } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { LockSlot, otherEntries } from "../session/lock-slot.ts";
import { locationOf, type ServiceLocation, scopesOf } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { freshPath } from "./fresh-path.ts";
import { type Pullable, type Pulled, replaceTitle } from "./pullable.ts";
import { changedFilterText, changedJobText, jobText } from "./text.ts";
import { isFilledIn, jobWriter, type WriteFields } from "./written-job.ts";

/** Every job of the profile's zone and account. */
export async function jobsToPull(session: Session, taken: Set<string>): Promise<Pullable[]> {
  const found: Pullable[] = [];
  const pathOf = jobPaths(session, taken);
  const writerFor = jobWriter(session);
  for (const scope of scopesOf(session.place)) {
    const location = locationOf(session.place, "jobs", scope);
    for (const job of await session.service.jobs.list(scope)) {
      hideDestination(job.destination_conf, session.service.secrets);
      const path = pathOf(job, location);
      const slot = new LockSlot(session, path, location);
      const owners = ownersOf(job, location, session);
      const filterFile = owners.find((it) => isFilter(it));
      const write = writerFor(job, path);
      found.push({ path, prepare: () => prepare(job, slot, session, { write, filterFile }) });
    }
  }
  return found;
}

/** Maps a job to the file that it is pulled into. Call it for every job, in the order of the service. */
export function jobPaths(
  session: Session,
  taken: Set<string>,
): (job: RemoteJob, location: ServiceLocation) => string {
  let unknown: UnknownJob[] | undefined;
  return (job, location) => {
    const owner = ownersOf(job, location, session).find((it) => isJob(it));
    if (owner !== undefined) return owner;
    unknown ??= unknownJobs(session);
    const id = String(job.id);
    const place = {
      folder: "jobs",
      extension: languageFor("job").extensions[0],
      name: job.name,
      id,
    };
    return takeMatching(job, unknown, taken) ?? freshPath(place, session, taken);
  };
}

function ownersOf(job: RemoteJob, location: ServiceLocation, session: Session): string[] {
  return otherEntries(session, { path: "", location }, (it) => it.job === job.id).map(
    ([path]) => path,
  );
}

type UnknownJob = ReturnType<typeof namesIn> & { readonly path: string };

/** The files without a lock entry. */
function unknownJobs({ files, lock, place }: Session): UnknownJob[] {
  return files
    .list()
    .filter((it) => isJob(it) && !lock.entry(it, place.profile))
    .map((path) => ({ path, ...namesIn(files.glance(path) ?? "") }));
}

/** A file with that name and dataset, so that no duplicate is written. */
function takeMatching(
  job: RemoteJob,
  unknown: readonly UnknownJob[],
  taken: Set<string>,
): string | undefined {
  if (typeof job.name !== "string" || job.name === "") return undefined;
  const like = unknown.find(
    (it) => !taken.has(it.path) && it.name === job.name && it.dataset === job.dataset,
  );
  if (like) taken.add(like.path);
  return like?.path;
}

interface Writing {
  readonly write: WriteFields;
  /** The separate file of the job's filter, if any. */
  readonly filterFile: string | undefined;
}

async function prepare(
  job: RemoteJob,
  slot: LockSlot,
  session: Session,
  { write, filterFile }: Writing,
): Promise<Pulled> {
  const { path } = slot;
  const text = session.files.read(path);
  const whole = writtenFields(job);
  const { filter: _elsewhere, ...without } = whole;
  const isApart = filterFile !== undefined && slot.entry?.fields?.includes("filter") !== true;
  const fields = isApart ? without : whole;
  const remote = jobSettings(fields);
  const notes = isApart ? [`The filter stays in '${filterFile}'.`] : [];
  const written = write(fields);
  if (text !== undefined) return prepareChange(job, slot, session, { fields, written, text });
  return {
    plan: {
      path,
      title: `Write job ${jobLabel(job, templateAt(path, session.files))} to '${path}'`,
      calls: [],
      notes: [...notes, ...variableAdvice(written, [])],
      outcome: "created",
      changes: shownChanges(changesTo({}, remote), {}, {}),
    },
    advice: variableAdvice(written, [])[0],
    run() {
      session.files.write(path, jobText(path, written));
      slot.set(entryOf(remote, job, done));
    },
  };
}

/** Defaults are omitted from files. */
function writtenFields(job: RemoteJob): Readonly<Record<string, unknown>> {
  const { filter, output_options, ...rest } = job;
  const { dataset, destination_conf } = job;
  return {
    ...flatOnly(jobSettings(rest)),
    ...(dataset === undefined ? undefined : { dataset }),
    ...(destination_conf === undefined ? undefined : { destination_conf }),
    ...(output_options ? { output_options } : undefined),
    ...(jobSettings({ filter }).filter ? { filter: jobSettings({ filter }).filter } : undefined),
  };
}

function flatOnly(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "kind"));
}

interface Existing {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The fields as the file has them, with variables. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function prepareChange(
  job: RemoteJob,
  slot: LockSlot,
  session: Session,
  { fields, written, text }: Existing,
): Pulled {
  const { path } = slot;
  // A file with errors may have local changes; it is only overwritten after confirmation.
  const draft = valueUnless(PushError, () => readJob(path, session));
  const local = draft ? draftSettings(draft) : {};
  const changes = changesFrom(draft, local, jobSettings(fields), session);
  const since = draft && sinceLast(slot.entry, local, jobSettings(job));
  const isOwn = !draft || since === undefined || since.file;
  const filterFile = draft?.filterPath;
  const names = [...new Set(changes.map((it) => it.name.replace(/\..*/s, "")))];
  const known = draft?.variables ?? [];
  const advice = names.includes("destination_conf") || !draft ? variableAdvice(written, known) : [];
  const movesFilter = names.includes("filter") && filterFile !== undefined && fields.filter;
  return {
    plan: {
      path,
      title: replaceTitle(path),
      outcome: changes.length > 0 || !draft ? "updated" : "unchanged",
      changes: draft ? shownInPlan(changes, draft) : shownChanges(changes, {}, {}),
      notes: [...(movesFilter ? [`The filter is written to '${filterFile}'.`] : []), ...advice],
      calls: [],
      ...(isOwn && { careful: true }),
    },
    advice: advice[0],
    run() {
      const own = movesFilter ? names.filter((it) => it !== "filter") : names;
      if (!draft) session.files.write(path, jobText(path, written));
      else if (own.length > 0) session.files.write(path, changedJobText(path, text, own, written));
      if (movesFilter) writeFilter(filterFile, String(fields.filter), session);
      slot.set(entryOf(draft ? applied(local, changes) : jobSettings(fields), job, done));
    },
  };
}

/** The variables written in place of secrets, except the variables that the file already had. */
function variableAdvice(
  { destination_conf }: Readonly<Record<string, unknown>>,
  known: readonly string[],
): string[] {
  const names = variablesIn(destination_conf).filter((it) => !known.includes(it));
  if (names.length === 0) return [];
  const list = quotedList(names);
  return [`Destination secrets are replaced by variables. Set ${list} before you push the file.`];
}

/** The content of the file after the changes. */
function applied(local: Settings, changes: readonly Change[]): Settings {
  return settingsFrom([
    ...Object.entries(local),
    ...changes.map(({ name, after }) => [name, after] as const),
  ]);
}

function writeFilter(path: string, filter: string, { files }: Session): void {
  files.write(path, changedFilterText(path, files.read(path) ?? "", filter));
}

/** The changes from the content of the file to the content on the service. A flag that is off by default is omitted. */
function changesFrom(
  draft: JobDraft | undefined,
  local: Settings,
  remote: Settings,
  { env }: Session,
): Change[] {
  const template = jobSettings(draft?.template ?? {});
  return changesTo(local, remote, Object.keys(local)).filter(({ name, before, after }) => {
    if (before === undefined && after === false) return false;
    if (isFilledIn(template[name], after, env)) return false;
    const isHidden = name === "destination_conf" && (draft?.missing.length ?? 0) > 0;
    return !isHidden || withoutSecrets(String(before)) !== withoutSecrets(String(after));
  });
}
