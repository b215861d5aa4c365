import { jobSettings, templateAt } from "../drafts/job.ts";
import { variablesIn } from "../masking/variables.ts";
import type { JobUndo, Undo } from "../plan/plan.ts";
import { canonical } from "../plan/settings.ts";
import type { Session } from "../session/session.ts";

/** The data of an undo as it is stored, without settings that may contain secrets. */
export function redactUndo(undo: Undo, path: string, session: Session): Undo {
  if (undo.kind === "job") return { ...undo, ...openPart(undo, path, session) };
  if (undo.kind !== "job-filters") return undo;
  // Only the filter is restored.
  const jobs = undo.jobs.map((it) => ({ ...it, ...openPart(it, it.path, session) }));
  return { ...undo, jobs };
}

type JobStates = Pick<JobUndo, "before" | "after" | "hidden" | "lost">;

/** The destination of a job may contain keys, and so may values filled in from the environment. */
function openPart(
  { before, after }: Pick<JobUndo, "before" | "after">,
  path: string,
  session: Session,
): JobStates {
  const { template } = templateAt(path, session.files);
  const filledIn = Object.keys(template).filter((it) => variablesIn(template[it]).length > 0);
  const hidden = [...new Set(["destination_conf", "ownership_challenge", ...filledIn])];
  const open = <Job extends object>(job: Job): Job => {
    const names = new Set(
      Object.keys(jobSettings(job as never)).map((it) => it.replace(/\..*/s, "")),
    );
    const kept = Object.entries(job).filter(
      ([name]) => name === "id" || (names.has(name) && !hidden.includes(name)),
    );
    return Object.fromEntries(kept) as Job;
  };
  const lost = hidden.filter((it) => before && canonical(before[it]) !== canonical(after[it]));
  return { before: before && open(before), after: open(after), hidden, lost };
}
