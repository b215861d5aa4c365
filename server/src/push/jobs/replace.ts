import type { RemoteJob } from "../../api/shapes.ts";
import { jobSettings } from "../drafts/job.ts";
import { sinceLast } from "../plan/changed-since-push.ts";
import type { Planned } from "../plan/plan.ts";
import { changesTo, stateOf } from "../plan/settings.ts";
import { Stopped, withAdvice } from "../session/outcome.ts";
import { createJob, deleteReplacedJob } from "./calls.ts";
import { alikeJobs } from "./locate.ts";
import { shownName } from "./masked-job.ts";
import {
  creatingReplacement,
  type Entry,
  idsOf,
  type JobWork,
  jobLabel,
  namedOf,
  replacedOnce,
  settingsInPlan,
  shownInPlan,
} from "./work.ts";

/**
 * Immutable settings require a new job. It is created before the old one is deleted, so no log lines are lost, and a refusal
 * leaves the old job unchanged.
 */
export function planReplacement(
  work: JobWork,
  old: RemoteJob,
  reason: string,
  notes: readonly string[],
): Planned {
  const { draft, slot, local } = work;
  const created = alikeJobs(work).find((it) => it.id !== old.id);
  return {
    plan: {
      path: draft.path,
      title: `Replace job ${jobLabel(old, draft)}: create a new job, then delete the old one`,
      outcome: "updated",
      ids: idsOf(old),
      changes: shownInPlan(changesTo({ [reason]: old[reason] }, local), draft),
      current: settingsInPlan(jobSettings(old), draft),
      next: settingsInPlan(local, draft),
      basis: stateOf(jobSettings(old)),
      since: sinceLast(slot.entry, local, jobSettings(old)),
      notes: [
        ...notes,
        `The ${reason} of a job cannot be changed: '${String(shownName(old[reason], draft.template[reason]) ?? "")}' would become '${String(draft.template[reason])}'.`,
        `The job ${jobLabel(old, draft)} is deleted, including settings that are not in this file.`,
        ...(created
          ? [
              `The new job ${jobLabel(created, draft)} already exists, created by an interrupted push.`,
            ]
          : []),
      ],
      named: { ...namedOf(old, draft), ...(created && { replacedBy: String(created.id) }) },
    },
    async run() {
      const during = { ...slot.entry, job: old.id, state: creatingReplacement };
      const job = created ?? (await createOr(work, during, old));
      await deleteReplacedJob(work, job, old);
      const message = `Created job ${jobLabel(job, draft)} and deleted ${jobLabel(old, draft)}.`;
      return { ids: idsOf(job), message, cannotUndo: replacedOnce };
    },
  };
}

async function createOr(work: JobWork, during: Entry, old: RemoteJob): Promise<RemoteJob> {
  try {
    return (await createJob(work, during)).item;
  } catch (error) {
    const isFull =
      error instanceof Stopped && /\b(quota|limit|max|maximum|no more)\b/i.test(error.message);
    const advice = isFull ? " Delete the old job first, then push again." : "";
    throw withAdvice(error, `The job ${jobLabel(old, work.draft)} is unchanged.${advice}`);
  }
}
