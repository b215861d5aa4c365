import type { RemoteJob } from "../../api/shapes.ts";
import { defaultDataset } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { type JobDraft, jobSettings } from "../drafts/job.ts";
import { variablesIn } from "../masking/variables.ts";
import type { Ids, NamedResource } from "../plan/plan.ts";
import { type Change, hashOf, type Settings } from "../plan/settings.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { ServiceLocation } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { shownChanges, shownName, shownSetting, shownSettings } from "./masked-job.ts";

/** Input for planning the push of a job. */
export interface JobWork {
  readonly draft: JobDraft;
  readonly session: Session;
  readonly slot: LockSlot;
  /** The jobs of the zone or account. */
  readonly jobs: readonly RemoteJob[];
  /** The settings in the file. */
  readonly local: Settings;
}

/** The steps of a replacement: the new job is created, then the old one is deleted. */
export const creatingReplacement = "creating-replacement";
export const replacing = "replacing";

/** Why a replacement cannot be undone. */
export const replacedOnce =
  "That push replaced a job by a new one, and the destination of the deleted job is not stored. Restore the earlier file, for example from version control, and push it.";

export type Entry = Omit<LockEntry, keyof ServiceLocation>;

/** The lock file entry for the job's current state on the service. */
export function entryOf(local: Settings, job: RemoteJob, state: string): Entry {
  const fields = Object.keys(local).sort();
  return { job: job.id, fields, hash: hashOf(jobSettings(job), fields), state };
}

/** The name identifies a job. A job without one is identified by its destination. */
export function isSameJob(job: RemoteJob, { draft, local }: JobWork): boolean {
  const settings = jobSettings(job);
  const { dataset = defaultDataset, name } = settings;
  if (dataset !== draft.dataset || name !== local.name) return false;
  return local.name !== undefined || settings.destination_conf === local.destination_conf;
}

export function idsOf(job: RemoteJob): Ids {
  return { job: String(job.id) };
}

/** The ID, when the job has no name or the name contains a variable. */
export function namedOf(job: RemoteJob, { template }: Pick<JobDraft, "template">): NamedResource {
  const id = String(job.id);
  const isPlain = typeof job.name === "string" && job.name !== "";
  return { name: isPlain && variablesIn(template.name).length === 0 ? String(job.name) : id, id };
}

/** The name, with variables as written in the file, and the ID: "'shop-errors' (3)". */
export function jobLabel(job: RemoteJob, { template }: Pick<JobDraft, "template">): string {
  const name = shownName(job.name, template.name);
  return typeof name === "string" && name !== "" ? `'${name}' (${job.id})` : String(job.id);
}

/** The state and the destination of a job, as in "enabled, s3://acme-logs". */
export function aboutJob(
  { enabled, destination_conf }: Readonly<Record<string, unknown>>,
  { template }: Pick<JobDraft, "template">,
): string {
  const shown = shownSetting("destination_conf", destination_conf, template.destination_conf);
  const place = typeof shown === "string" ? /^(?:[^:]*:\/\/)?[^/?]*/.exec(shown)?.[0] : undefined;
  return [enabled === true ? "enabled" : "disabled", ...(place ? [place] : [])].join(", ");
}

/** Changes as a plan shows them. */
export function shownInPlan(changes: readonly Change[], { template, fields }: JobDraft): Change[] {
  return shownChanges(changes, jobSettings(template), jobSettings(fields));
}

/** The settings of a job on the service or in the file, as a plan shows them. */
export function settingsInPlan(settings: Settings, { template, fields }: JobDraft): Settings {
  return shownSettings(settings, jobSettings(template), jobSettings(fields));
}

/** The quoted name, if any. */
export function nameOf({ name }: Readonly<Record<string, unknown>>): string {
  return typeof name === "string" && name !== "" ? `'${name}'` : "without a name";
}
