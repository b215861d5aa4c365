import type { RemoteJob } from "../../api/shapes.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import { type JobDraft, jobSettings } from "../drafts/job.ts";
import { variablesIn } from "../masking/variables.ts";
import type { Ids, Named } from "../plan/plan.ts";
import { type Change, hashOf, type Settings } from "../plan/settings.ts";
import type { LockSlot } from "../session/lock-slot.ts";
import type { Home } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { shownChanges, shownName } from "./shown.ts";

/** What is known when the push of a job is planned. */
export interface JobWork {
  readonly draft: JobDraft;
  readonly session: Session;
  readonly slot: LockSlot;
  /** Those that the zone or account has. */
  readonly jobs: readonly RemoteJob[];
  /** What the file says. */
  readonly local: Settings;
}

/** The steps of a push that puts one job in the place of another: the new one is made, and the old one is deleted. */
export const creatingReplacement = "creating-replacement";
export const replacing = "replacing";

export type Entry = Omit<LockEntry, keyof Home>;

/** What the lock says of a job as it is at the service now. */
export function entryOf(local: Settings, job: RemoteJob, state: string): Entry {
  const fields = Object.keys(local).sort();
  return { job: job.id, fields, hash: hashOf(jobSettings(job), fields), state };
}

/** A name is enough, as people keep their jobs apart by it. A job without one has its destination. */
export function isAlike(job: RemoteJob, { draft, local }: JobWork): boolean {
  const settings = jobSettings(job);
  if (settings.dataset !== draft.dataset || settings.name !== local.name) return false;
  return local.name !== undefined || settings.destination_conf === local.destination_conf;
}

export function idsOf(job: RemoteJob): Ids {
  return { job: String(job.id) };
}

/** By its number, when a variable is in its name or it has none. */
export function namedOf(job: RemoteJob, { template }: Pick<JobDraft, "template">): Named {
  const id = String(job.id);
  const isPlain = typeof job.name === "string" && job.name !== "";
  return { name: isPlain && variablesIn(template.name).length === 0 ? String(job.name) : id, id };
}

/** By its name, as the file has it where that has variables in it, and its ID: "'shop-errors' (3)". */
export function jobLabel(job: RemoteJob, { template }: Pick<JobDraft, "template">): string {
  const name = shownName(job.name, template.name);
  return typeof name === "string" && name !== "" ? `'${name}' (${job.id})` : String(job.id);
}

/** What a plan shows of changes to a job. */
export function shownInPlan(changes: readonly Change[], { template, fields }: JobDraft): Change[] {
  return shownChanges(changes, jobSettings(template), jobSettings(fields));
}

/** In quotes, when it has one. */
export function nameOf({ name }: Readonly<Record<string, unknown>>): string {
  return typeof name === "string" && name !== "" ? `'${name}'` : "without a name";
}
