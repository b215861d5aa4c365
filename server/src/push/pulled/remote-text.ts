import { ServiceError } from "../../api/service-error.ts";
import { isFilter, isJob, isRule, resourceOf } from "../../languages.ts";
import { filterOf, isSameFilter } from "../jobs/filter.ts";
import { jobsOf } from "../jobs/filter-target.ts";
import type { Plan } from "../plan/plan.ts";
import { PushError } from "../push-error.ts";
import type { Session } from "../session/session.ts";
import { jobsToPull } from "./jobs.ts";
import { loneFilterText } from "./lone-filters.ts";
import { rulesToPull } from "./rules.ts";
import { changedFilterText } from "./text.ts";

/**
 * The text that a pull would write to a file, or the file's filter without a rule. Empty when the service has nothing for the
 * file. Writes nothing.
 */
export async function remoteText(path: string, session: Session): Promise<string> {
  if (isFilter(path)) return remoteFilter(path, session);
  const written = new Map<string, string>();
  const readOnly = withoutWriting(session, written);
  const find = isJob(path) ? jobsToPull : rulesToPull;
  const own = (await find(readOnly, new Set())).find((it) => it.path === path);
  if (!own) return isRule(path) ? loneFilterText(path, session) : "";
  const { run } = await own.prepare();
  run();
  return written.get(path) ?? session.files.read(path) ?? "";
}

/** The remote text for a plan, without secrets; undefined on failure. */
export async function optionalRemoteText(
  plan: Pick<Plan, "path" | "changes">,
  session: Session,
): Promise<string | undefined> {
  // A resource without a file is shown by its plan.
  if (!resourceOf(plan.path)) return undefined;
  try {
    const text = filterBefore(plan, session) ?? (await remoteText(plan.path, session));
    return session.service.secrets.hide(text);
  } catch (error) {
    if (error instanceof PushError || error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The filter of the job chosen for this push: the file has no other link to that job yet. */
function filterBefore(
  { path, changes }: Pick<Plan, "path" | "changes">,
  { files }: Session,
): string | undefined {
  const before = changes.find((it) => it.name === "filter")?.before;
  if (!isFilter(path) || typeof before !== "string") return undefined;
  return changedFilterText(path, files.read(path) ?? "", before);
}

/** If several jobs use the file's filter, one with a different filter is what the user wants to see. */
async function remoteFilter(path: string, session: Session): Promise<string> {
  const text = session.files.read(path) ?? "";
  const filters = (await knownJobs(path, session)).map(({ job }) => filterOf(job));
  const isSame = (filter: string | undefined) => isSameFilter(filter, text);
  const other = filters.find((it) => !isSame(it));
  if (filters.length === 0 || (other === undefined && !filters.every(isSame))) return "";
  return other === undefined ? text : changedFilterText(path, text, other);
}

async function knownJobs(path: string, session: Session) {
  try {
    return await jobsOf(path, session);
  } catch (error) {
    // Not yet pushed to a job, or the job no longer exists.
    if (error instanceof PushError) return [];
    throw error;
  }
}

function withoutWriting(session: Session, written: Map<string, string>): Session {
  const { lock, files } = session;
  return {
    ...session,
    files: { ...files, write: (path, text) => void written.set(path, text) },
    lock: {
      path: lock.path,
      entry: (file, profile) => lock.entry(file, profile),
      entries: (profile) => lock.entries(profile),
      set() {},
      move() {},
      remove() {},
      setOrder() {},
      removeFromOrder() {},
      exclusively: (run) => run({ pause: (meanwhile) => meanwhile() }),
      hasNews: () => false,
    },
  };
}
