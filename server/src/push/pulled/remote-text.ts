import { onError } from "../../core/errors.ts";
import { isFilter, isJob, isRule } from "../../languages.ts";
import { filterOf, isSameFilter } from "../jobs/filter.ts";
import { jobsOf } from "../jobs/filter-target.ts";
import { joined, type PlanTexts } from "../plan/texts.ts";
import { PushError } from "../push-error.ts";
import type { Session } from "../session/session.ts";
import { simulatedLock } from "../simulation/session.ts";
import { filterToPull } from "./filter.ts";
import { jobsToPull } from "./jobs.ts";
import { loneFilterText } from "./lone-filters.ts";
import type { Pullable } from "./pullable.ts";
import { ruleToPull } from "./rules.ts";
import { changedFilterText } from "./text.ts";

/**
 * The text that a pull would write to a file, or the file's filter without a rule. Empty when the service has nothing for the
 * file. Writes nothing.
 */
export async function remoteText(path: string, session: Session): Promise<string> {
  if (isFilter(path)) return remoteFilter(path, session);
  const written = await pulledFiles(path, session);
  if (!written) return isRule(path) ? loneFilterText(path, session) : "";
  return written.get(path) ?? session.files.read(path) ?? "";
}

/** The changes of a file's pull on disk: also the file of a job's filter. Writes nothing. */
export async function pulledTexts(path: string, session: Session): Promise<PlanTexts> {
  const written = await pulledFiles(path, session);
  const files = [...(written ?? [])].map(([file, after]) => ({
    path: file,
    before: session.files.read(file) ?? "",
    after,
  }));
  return joined(files);
}

/** The files that a pull would write, by path. Undefined if the service has nothing for the file. */
export async function pulledFiles(
  path: string,
  session: Session,
): Promise<ReadonlyMap<string, string> | undefined> {
  const written = new Map<string, string>();
  const files = {
    ...session.files,
    write: (file: string, text: string) => void written.set(file, text),
  };
  const own = await pullableAt(path, { ...session, files, lock: simulatedLock(session) });
  if (!own) return undefined;
  const { run } = await own.prepare();
  run();
  return written;
}

/** The content that a pull of a file would write. */
export async function pullableAt(path: string, session: Session): Promise<Pullable | undefined> {
  if (isFilter(path)) return filterToPull(path, session);
  if (!isJob(path)) return ruleToPull(path, session);
  return (await jobsToPull(session, new Set())).find((it) => it.path === path);
}

/** If several jobs use the file's filter, one with a different filter is what the user wants to see. */
async function remoteFilter(path: string, session: Session): Promise<string> {
  const text = session.files.read(path) ?? "";
  // Not yet pushed to a job, or the job no longer exists.
  const jobs = await jobsOf(path, session).catch(onError(PushError, () => []));
  const filters = jobs.map(({ job }) => filterOf(job));
  const isSame = (filter: string | undefined) => isSameFilter(filter, text);
  const other = filters.find((it) => !isSame(it));
  if (filters.length === 0 || (other === undefined && !filters.every(isSame))) return "";
  return other === undefined ? text : changedFilterText(path, text, other);
}
