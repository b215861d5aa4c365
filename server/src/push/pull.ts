import { isUnavailable } from "../api/service-error.ts";
import type { ResourceKind } from "../core/analysis.ts";
import { isFilter, resourceOf } from "../languages.ts";
import { lockName } from "../workspace/lock/lock.ts";
import { withMeaning } from "./described.ts";
import type { Result } from "./plan/plan.ts";
import { filterToPull } from "./pulled/filter.ts";
import { jobsToPull } from "./pulled/jobs.ts";
import type { Pullable } from "./pulled/pullable.ts";
import { pulledTexts } from "./pulled/remote-text.ts";
import { rulesToPull } from "./pulled/rules.ts";
import { dryRunMessage, notConfirmed, waitOptions } from "./push.ts";
import { redactPlan } from "./redact-plan.ts";
import { canceled, resultOf } from "./result.ts";
import { notExamined, scopeResults } from "./rule-scope.ts";
import type { Session } from "./session/session.ts";

/** Selects files. A folder selects the files that are or would be in it; an empty path selects all. */
export interface PullSelection {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

export interface PullOptions {
  /** Show what would be written, and write nothing. */
  readonly dryRun?: boolean;
}

/** Writes resources of the service to files. Never overwrites local changes without confirmation. */
export async function pull(
  session: Session,
  wanted: PullSelection,
  options: PullOptions = {},
): Promise<Result[]> {
  const results: Result[] = [];
  const notRead: Result[] = [];
  const taken = new Set<string>();
  for (const it of wanted.files.filter((path) => isFilter(path)))
    results.push(await pullOne(filterToPull(it, session), session, options));
  for (const [label, resource, find] of finders) {
    if (!isRequested(resource, wanted)) continue;
    let found: readonly Pullable[] = [];
    const listing = await resultOf(label, session, async () => {
      try {
        found = (await find(session, taken)).filter((it) => isWanted(it.path, wanted));
        if (resource === "rule") notRead.push(...(await scopeResults(session)));
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        results.push(notExamined(label, error.message, session));
      }
      return { outcome: "unchanged", ids: {}, message: "" };
    });
    if (listing.refused) results.push(listing);
    for (const it of found) results.push(await pullOne(it, session, options));
  }
  const seen = new Set(results.map((it) => it.path));
  const unknown = wanted.files.filter((it) => !seen.has(it));
  const isPart = wanted.folders.length === 0 && unknown.length === 0;
  return [
    ...results,
    ...unknown.map((path) => notOnService(path, session)),
    ...(isPart ? [] : notRead),
  ];
}

const finders = [
  ["jobs", "job", jobsToPull],
  ["rules", "rule", rulesToPull],
] as const;

/** Skips listing resources that were not requested. */
function isRequested(resource: ResourceKind, { files, folders }: PullSelection): boolean {
  return folders.length > 0 || files.some((it) => resourceOf(it) === resource);
}

function isWanted(path: string, { files, folders }: PullSelection): boolean {
  return files.includes(path) || folders.some((it) => it === "" || path.startsWith(`${it}/`));
}

function pullOne(
  { path, prepare }: Pullable,
  session: Session,
  { dryRun }: PullOptions,
): Promise<Result> {
  const { conversation, stop } = session;
  return resultOf(path, session, async () => {
    if (stop?.signal.aborted)
      return { outcome: "skipped", ids: {}, message: canceled, refused: true };
    const { plan: whole, run, advice } = await prepare();
    const plan = redactPlan(withMeaning(whole, session, false), session, "after");
    if (dryRun) {
      if (plan.outcome !== "unchanged") conversation.show(plan, await session.where());
      return { outcome: "skipped", ids: {}, message: dryRunMessage(plan), plan };
    }
    if (plan.outcome !== "unchanged") {
      const answer = await conversation.confirm(plan, await session.where(), () =>
        pulledTexts(path, session),
      );
      if (answer !== "yes") {
        const outcome = notConfirmed(answer, plan, session);
        if (answer !== "unavailable" || !plan.careful) return outcome;
        const message = "Not overwritten: the file has local changes. Push or stash them.";
        return { ...outcome, message };
      }
    }
    await session.lock.exclusively(async () => run(), waitOptions(session));
    const { outcome } = plan;
    const written = advice === undefined ? "Written." : `Written. ${advice}`;
    const message = outcome === "unchanged" ? "No changes: the file matches the service." : written;
    return { outcome, ids: {}, message };
  });
}

function notOnService(path: string, { lock, place }: Session): Result {
  const known = lock.entry(path, place.profile) !== undefined;
  return {
    path,
    profile: place.profile,
    outcome: "failed",
    ids: {},
    message: known ? "No longer on the service." : `Not in '${lockName}' for this profile.`,
    refused: true,
  };
}
